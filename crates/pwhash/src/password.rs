//! One face over all stored password strings.
