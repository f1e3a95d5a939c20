//! Written by xtask from the functions of this folder (cargo xtask generate): do not edit.

use pyo3::prelude::*;

use crate::*;

/// Adds every function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module::add(module, bls_shares::OF, "bls_split", wrap_pyfunction!(bls_shares::bls_split, module)?)?;
    module::add(
        module,
        bls_shares::OF,
        "bls_recover_key",
        wrap_pyfunction!(bls_shares::bls_recover_key, module)?,
    )?;
    module::add(
        module,
        bls_shares::OF,
        "bls_recover_signature",
        wrap_pyfunction!(bls_shares::bls_recover_signature, module)?,
    )?;
    module::add(module, curl::OF, "curl_hash", wrap_pyfunction!(curl::curl_hash, module)?)?;
    module::add(module, curl::OF, "transaction_hash", wrap_pyfunction!(curl::transaction_hash, module)?)?;
    module::add(module, curl::OF, "curl_hash_many", wrap_pyfunction!(curl::curl_hash_many, module)?)?;
    module.add_function(wrap_pyfunction!(engines::engine_rows, module)?)?;
    module.add_function(wrap_pyfunction!(engines::operation_rows, module)?)?;
    module.add_function(wrap_pyfunction!(engines::configure_text, module)?)?;
    module.add_function(wrap_pyfunction!(engines::init_from_env, module)?)?;
    module.add_function(wrap_pyfunction!(engines::restore, module)?)?;
    module.add_function(wrap_pyfunction!(engines::load_profile, module)?)?;
    module.add_function(wrap_pyfunction!(engines::cpu, module)?)?;
    module::add(module, mac::OF, "hmac_digest", wrap_pyfunction!(mac::hmac_digest, module)?)?;
    module::add(module, mac::OF, "hkdf", wrap_pyfunction!(mac::hkdf, module)?)?;
    module::add(module, mac::OF, "pbkdf2", wrap_pyfunction!(mac::pbkdf2, module)?)?;
    module::add(module, mac::OF, "pbkdf2_many", wrap_pyfunction!(mac::pbkdf2_many, module)?)?;
    module::add(module, merkle::OF, "merkle_root", wrap_pyfunction!(merkle::merkle_root, module)?)?;
    module::add(module, merkle::OF, "merkle_combine", wrap_pyfunction!(merkle::merkle_combine, module)?)?;
    module::add(
        module,
        merkle::OF,
        "merkle_subtree_roots",
        wrap_pyfunction!(merkle::merkle_subtree_roots, module)?,
    )?;
    module::add(
        module,
        merkle::OF,
        "merkle_mix_in_length",
        wrap_pyfunction!(merkle::merkle_mix_in_length, module)?,
    )?;
    module::add(module, merkle::OF, "merkle_zero_hash", wrap_pyfunction!(merkle::merkle_zero_hash, module)?)?;
    module::add(module, merkle::OF, "merkle_prove", wrap_pyfunction!(merkle::merkle_prove, module)?)?;
    module::add(module, merkle::OF, "merkle_verify", wrap_pyfunction!(merkle::merkle_verify, module)?)?;
    module::add(module, merkle::OF, "bitcoin_root", wrap_pyfunction!(merkle::bitcoin_root, module)?)?;
    module::add(
        module,
        merkle::OF,
        "merkle_prove_node",
        wrap_pyfunction!(merkle::merkle_prove_node, module)?,
    )?;
    module::add(module, merkle::OF, "merkle_node_root", wrap_pyfunction!(merkle::merkle_node_root, module)?)?;
    module::add(
        module,
        merkle_blocks::OF,
        "merkle_file_root",
        wrap_pyfunction!(merkle_blocks::merkle_file_root, module)?,
    )?;
    module::add(
        module,
        merkle_blocks::OF,
        "merkle_file_digests",
        wrap_pyfunction!(merkle_blocks::merkle_file_digests, module)?,
    )?;
    module::add(
        module,
        merkle_blocks::OF,
        "merkle_file_root_of_digests",
        wrap_pyfunction!(merkle_blocks::merkle_file_root_of_digests, module)?,
    )?;
    module::add(
        module,
        merkle_blocks::OF,
        "merkle_file_check",
        wrap_pyfunction!(merkle_blocks::merkle_file_check, module)?,
    )?;
    module::add(module, merkle_log::OF, "log_root", wrap_pyfunction!(merkle_log::log_root, module)?)?;
    module::add(module, merkle_log::OF, "log_leaf", wrap_pyfunction!(merkle_log::log_leaf, module)?)?;
    module::add(module, merkle_log::OF, "log_prove", wrap_pyfunction!(merkle_log::log_prove, module)?)?;
    module::add(module, merkle_log::OF, "log_verify", wrap_pyfunction!(merkle_log::log_verify, module)?)?;
    module::add(
        module,
        merkle_log::OF,
        "log_consistency",
        wrap_pyfunction!(merkle_log::log_consistency, module)?,
    )?;
    module::add(
        module,
        merkle_log::OF,
        "log_verify_consistency",
        wrap_pyfunction!(merkle_log::log_verify_consistency, module)?,
    )?;
    module::add(module, pow::OF, "tip12_score", wrap_pyfunction!(pow::tip12_score, module)?)?;
    module::add(module, pow::OF, "mean_attempts", wrap_pyfunction!(pow::mean_attempts, module)?)?;
    module::add(module, pwhash::OF, "password_hash", wrap_pyfunction!(pwhash::password_hash, module)?)?;
    module::add(module, pwhash::OF, "password_verify", wrap_pyfunction!(pwhash::password_verify, module)?)?;
    module::add(
        module,
        pwhash::OF,
        "password_verify_and_upgrade",
        wrap_pyfunction!(pwhash::password_verify_and_upgrade, module)?,
    )?;
    module::add(
        module,
        pwhash::OF,
        "password_hash_many",
        wrap_pyfunction!(pwhash::password_hash_many, module)?,
    )?;
    module::add(
        module,
        pwhash::OF,
        "password_verify_many",
        wrap_pyfunction!(pwhash::password_verify_many, module)?,
    )?;
    module::add(
        module,
        pwhash::OF,
        "password_needs_rehash",
        wrap_pyfunction!(pwhash::password_needs_rehash, module)?,
    )?;
    module::add(module, pwhash::OF, "password_remarks", wrap_pyfunction!(pwhash::password_remarks, module)?)?;
    module::add(module, pwhash::OF, "password_inspect", wrap_pyfunction!(pwhash::password_inspect, module)?)?;
    module::add(
        module,
        pwhash::OF,
        "password_calibrate",
        wrap_pyfunction!(pwhash::password_calibrate, module)?,
    )?;
    module::add(
        module,
        pwhash_memory::OF,
        "release_memory",
        wrap_pyfunction!(pwhash_memory::release_memory, module)?,
    )?;
    module::add(
        module,
        pwhash_memory::OF,
        "password_limit_memory",
        wrap_pyfunction!(pwhash_memory::password_limit_memory, module)?,
    )?;
    module::add(module, pwhash_raw::OF, "argon2_tag", wrap_pyfunction!(pwhash_raw::argon2_tag, module)?)?;
    module::add(module, pwhash_raw::OF, "scrypt_key", wrap_pyfunction!(pwhash_raw::scrypt_key, module)?)?;
    module::add(module, sha256::OF, "sha256", wrap_pyfunction!(sha256::sha256, module)?)?;
    module::add(module, sha256::OF, "sha256_digest", wrap_pyfunction!(sha256::sha256_digest, module)?)?;
    module::add(module, sha256::OF, "sha256_nodes", wrap_pyfunction!(sha256::sha256_nodes, module)?)?;
    module::add(module, sha256::OF, "sha256_many", wrap_pyfunction!(sha256::sha256_many, module)?)?;
    module.add_function(wrap_pyfunction!(suite::check_rows, module)?)?;
    module.add_function(wrap_pyfunction!(suite::race_record, module)?)?;
    module::add(module, trits::OF, "trytes_to_trits", wrap_pyfunction!(trits::trytes_to_trits, module)?)?;
    module::add(module, trits::OF, "trits_to_trytes", wrap_pyfunction!(trits::trits_to_trytes, module)?)?;
    module::add(module, trits::OF, "curl_hash_trits", wrap_pyfunction!(trits::curl_hash_trits, module)?)?;
    module::add(module, trits::OF, "curl_permute", wrap_pyfunction!(trits::curl_permute, module)?)?;
    module::add(module, trits::OF, "b1t6_encode", wrap_pyfunction!(trits::b1t6_encode, module)?)?;
    module::add(module, trits::OF, "b1t6_decode", wrap_pyfunction!(trits::b1t6_decode, module)?)?;
    module::add(module, trits::OF, "t5b1_decode", wrap_pyfunction!(trits::t5b1_decode, module)?)?;
    module::add(module, trits::OF, "t5b1_encode", wrap_pyfunction!(trits::t5b1_encode, module)?)?;
    module.add_function(wrap_pyfunction!(tune::tune_rows, module)?)?;
    module.add_function(wrap_pyfunction!(tune::measure_rows, module)?)?;
    Ok(())
}
