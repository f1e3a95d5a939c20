//! Hexadecimal text, as the vectors write bytes.

/// The bytes that lower- or upper-case hexadecimal stands for; `None` for an odd length or another character.
///
/// ```
/// assert_eq!(lanesmith_testkit::hex::decode("00ff"), Some(vec![0, 255]));
/// assert_eq!(lanesmith_testkit::hex::decode("0"), None);
/// assert_eq!(lanesmith_testkit::hex::decode("0g"), None);
/// ```
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    rest.is_empty()
        .then(|| pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect())?
}

/// Lower-case hexadecimal.
///
/// ```
/// assert_eq!(lanesmith_testkit::hex::encode(&[0, 255]), "00ff");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that padded base64 (RFC 4648 section 4) stands for; `None` if it is not that.
///
/// ```
/// assert_eq!(lanesmith_testkit::hex::decode_base64("AP8="), Some(vec![0, 255]));
/// assert_eq!(lanesmith_testkit::hex::decode_base64("AP8"), None);
/// ```
pub fn decode_base64(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (groups, rest) = text.as_bytes().as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(3 * groups.len());
    for (i, group) in groups.iter().enumerate() {
        let padding = group.iter().rev().take_while(|c| **c == b'=').count();
        if padding > 2 || (padding > 0 && i + 1 != groups.len()) {
            return None;
        }
        let mut bits = 0u32;
        for c in &group[..4 - padding] {
            bits = bits << 6 | ALPHABET.iter().position(|a| a == c)? as u32;
        }
        bits <<= 6 * padding;
        bytes.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(bytes)
}
