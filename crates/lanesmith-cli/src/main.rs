//! The `lanesmith` command.

fn main() -> std::process::ExitCode {
    lanesmith_cli::main(std::env::args_os())
}
