import pathlib

import nbclient
import nbformat
import pytest

NOTEBOOK = pathlib.Path(__file__).parent.parent / "docs" / "tutorial.ipynb"


@pytest.mark.filterwarnings("ignore")
def test_the_tutorial_runs_from_its_first_cell_to_its_last(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
