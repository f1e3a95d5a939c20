import doctest
import pathlib
import re

HERE = pathlib.Path(__file__).parent.parent


def test_the_programs_of_the_guide_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "archive.bin").write_bytes(b"archive")
    done = doctest.testfile(str(HERE / "docs" / "guide.md"), module_relative=False)
    assert done.attempted > 20 and done.failed == 0


def test_the_program_of_the_readme_runs():
    (program,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
