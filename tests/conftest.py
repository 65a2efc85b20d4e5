"""Options of the test suite."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write golden files anew; read the difference in git")


@pytest.fixture
def update_golden(request):
    return request.config.getoption("--update-golden")
