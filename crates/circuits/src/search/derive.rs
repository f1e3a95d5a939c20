//! What one more instruction can make.

use super::{Candidate, Search, Step};
use crate::column::Column;
use crate::{Instruction, Stopped};

impl<C: Column> Search<'_, C> {
    /// [`finish`](Self::finish) for table instructions: are all targets one function of the newest value and others?
    pub(super) fn finish_tables(&self, newest: usize, left: u32) -> Option<(C, Step)> {
        // Rows where some target wants a 1, and where some wants a 0.
        let (mut ones, mut zeros) = (C::ZERO, C::ZERO);
        for (j, target) in self.targets.iter().enumerate() {
            if left >> j & 1 == 1 {
                ones = ones | target.care & target.value;
                zeros = zeros | target.care & !target.value;
            }
        }
        let mut found = None;
        self.triples(newest, &mut |operands, instruction| {
            if found.is_some() {
                return;
            }
            let mut function = C::ZERO;
            for &class in &self.classes(&operands[..instruction.arity()])[..1 << instruction.arity()] {
                if class & ones != C::ZERO {
                    if class & zeros != C::ZERO {
                        return;
                    }
                    function = function | class;
                }
            }
            found = Some((function, Step { instruction, operands }));
        });
        found
    }

    /// For each choice of bits for these operands, in the order of a table, the rows where they have them.
    pub(super) fn classes(&self, operands: &[u16]) -> [C; 8] {
        let mut classes = [C::ZERO; 8];
        for (index, class) in classes.iter_mut().enumerate().take(1 << operands.len()) {
            *class = operands.iter().rev().enumerate().fold(self.full, |rows, (i, &o)| {
                let value = self.values[o as usize];
                rows & if index >> i & 1 == 1 { value } else { !value }
            });
        }
        classes
    }

    /// The operands that a table instruction may have, the value of this index being the newest of them.
    pub(super) fn triples(&self, newest: usize, each: &mut dyn FnMut([u16; 3], Instruction)) {
        let n = newest as u16;
        for &instruction in &self.instructions {
            match instruction {
                Instruction::Lut2 | Instruction::T2 if newest == 0 => each([0; 3], instruction),
                Instruction::Lut2 => (0..n).for_each(|a| each([n, a, 0], instruction)),
                Instruction::T2 if newest == 1 => each([n, 0, 0], instruction),
                Instruction::T2 => {
                    for a in 0..n {
                        (0..a).for_each(|b| each([n, a, b], instruction));
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds what becomes possible with the value of this index and those before it.
    pub(super) fn expand(&mut self, newest: usize) -> Result<(), Stopped> {
        let mut new = Vec::new();
        self.derive(newest, &mut |search, value, step| new.push((search.normal(value), step)));
        self.tick(new.len())?;
        for (value, step) in new {
            if self.seen.insert(value) {
                self.candidates.push(Candidate { value, step, again: false });
            }
        }
        Ok(())
    }

    /// Everything that one instruction makes of the value of this index and earlier ones. Operands may repeat.
    pub(super) fn derive(&self, newest: usize, each: &mut dyn FnMut(&Self, C, Step)) {
        let n = newest as u16;
        let v = self.values[newest];
        let value = |i: u16| self.values[i as usize];
        for &instruction in &self.instructions {
            let mut emit =
                |value: C, operands: [u16; 3]| each(self, value & self.full, Step { instruction, operands });
            match instruction {
                Instruction::Not => emit(!v, [n, 0, 0]),
                Instruction::And => (0..n).for_each(|a| emit(v & value(a), [a, n, 0])),
                Instruction::Or => (0..n).for_each(|a| emit(v | value(a), [a, n, 0])),
                Instruction::Xor => (0..=n).for_each(|a| emit(v ^ value(a), [a, n, 0])),
                Instruction::Xnor => (0..=n).for_each(|a| emit(!(v ^ value(a)), [a, n, 0])),
                Instruction::Andn => (0..=n).for_each(|a| {
                    emit(!v & value(a), [n, a, 0]);
                    emit(!value(a) & v, [a, n, 0]);
                }),
                Instruction::Orn => (0..=n).for_each(|a| {
                    emit(!v | value(a), [n, a, 0]);
                    emit(!value(a) | v, [a, n, 0]);
                }),
                Instruction::Eor3 => {
                    for a in 0..=n {
                        (0..=a).for_each(|b| emit(v ^ value(a) ^ value(b), [n, a, b]));
                    }
                }
                Instruction::Bitselect | Instruction::Bcax => {
                    for a in 0..=n {
                        for b in 0..=a {
                            for [x, y, z] in
                                [[n, a, b], [n, b, a], [a, n, b], [a, b, n], [b, n, a], [b, a, n]]
                            {
                                let (p, q, r) = (value(x), value(y), value(z));
                                let result = match instruction {
                                    Instruction::Bcax => p ^ (q & !r),
                                    _ => (p & q) | (!p & r),
                                };
                                emit(result, [x, y, z]);
                            }
                        }
                    }
                }
                Instruction::Lut2 | Instruction::T2 => {}
            }
        }
        self.triples(newest, &mut |operands, instruction| {
            let mut classes = self.classes(&operands[..instruction.arity()]).to_vec();
            classes.retain(|&class| class != C::ZERO);
            // All unions of classes without the last one; with it are their complements.
            let kept = classes.len() - usize::from(self.free_complements);
            for choice in 0..1usize << kept {
                let union = (0..kept).filter(|i| choice >> i & 1 == 1).fold(C::ZERO, |u, i| u | classes[i]);
                each(self, union, Step { instruction, operands });
            }
        });
    }
}
