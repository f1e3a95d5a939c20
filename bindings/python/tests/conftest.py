import signal

import pytest

import lanesmith

# In the background of a script, or under nohup, Ctrl-C is ignored, and Python then begins without a handler of its own: a search that a
# test interrupts would never end.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def the_choice_of_engines_is_left_as_it_was():
    before = lanesmith._native.operation_rows()
    yield
    assert lanesmith._native.operation_rows() == before
