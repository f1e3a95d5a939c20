use crate::{Context, failure::Outcome};
/// Torrents
#[derive(Debug, clap::Args)]
pub struct Args {}
pub fn run(_: &Args, _: &mut Context<'_>) -> Outcome {
    Ok(())
}
