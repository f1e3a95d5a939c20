import pytest

import lanesmith


@pytest.fixture(autouse=True)
def the_choice_of_engines_is_left_as_it_was():
    before = lanesmith._native.operation_rows()
    yield
    assert lanesmith._native.operation_rows() == before
