//! Tables and sentences that fit a terminal.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

pub use crate::figures::{duration, interval, quantity, ratio, significant, times};

/// A table no wider than `width`: columns are given up, those with the highest number first and those with 0 never,
/// until it fits; then the first one is cut. It and a column headed `kind` are set left, the others right.
pub fn grid(head: &[(&str, u8)], rows: Vec<Vec<String>>, width: usize) -> String {
    let mut kept: Vec<usize> = (0..head.len()).collect();
    let mut name_width = usize::MAX;
    loop {
        let text = render(head, &rows, &kept, name_width);
        let widest = text.lines().map(|l| l.chars().count()).max().unwrap_or(0);
        if widest <= width {
            return text;
        }
        match kept.iter().map(|&i| head[i].1).max() {
            Some(least) if least > 0 => kept.retain(|&i| head[i].1 != least),
            _ if name_width == usize::MAX => {
                let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
                name_width = longest.saturating_sub(widest - width).max(8);
            }
            // Narrower than any terminal: let it wrap.
            _ => return text,
        }
    }
}

fn render(head: &[(&str, u8)], rows: &[Vec<String>], kept: &[usize], name_width: usize) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(kept.iter().map(|&i| head[i].0));
    for row in rows {
        table.add_row(kept.iter().map(|&i| match i {
            0 => shorten(&row[0], name_width),
            _ => row[i].clone(),
        }));
    }
    for (column, &i) in table.column_iter_mut().zip(kept) {
        column.set_padding((if i == 0 { 0 } else { 2 }, 0));
        let left = i == 0 || head[i].0 == "kind";
        column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.trim_fmt()
}

fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Breaks a sentence at spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |l| l.chars().count());
        match lines.last_mut() {
            Some(last) if line == 0 => last.push_str(word),
            Some(last) if line.saturating_add(1 + word.chars().count()) <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
