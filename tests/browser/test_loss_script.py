"""The losses in the browser's script are those of the core, and so is the way they move embeddings."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from igcl_core.analysis.lesson.plane import gradient, numbers

pytestmark = pytest.mark.browser
SCRIPT = Path(__file__).resolve().parents[2] / "app" / "plot" / "loss.js"
RUN = """async ({ script, items, tau, noise, M }) => {
    const loss = await import('data:text/javascript;charset=utf-8,' + encodeURIComponent(script));
    const { rows, ...found } = loss.numbers(items, tau, noise, M);
    const { pull, push } = loss.forces(items, tau, rows);
    return { found, pull, push, moved: loss.descended(items, tau, rows, 1e-3, 1) };
}"""


@pytest.fixture(scope="module")
def blank(browser: Browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tau", [0.2, 1.0, 5.0])
def test_the_script_is_the_core(blank, seed, tau):
    random = np.random.default_rng(seed)
    z, mu, noise = random.normal(size=(4, 2)), random.normal(size=(4, 2)), random.normal(size=(96, 4, 2))
    sigma = random.uniform(0.0, 0.8, (4, 2))
    items = {"z": z.tolist(), "mu": mu.tolist(), "sigma": sigma.tolist()}
    told = {"script": SCRIPT.read_text("utf-8"), "items": items, "tau": tau, "noise": noise.tolist(), "M": 5}
    got = blank.evaluate(RUN, told)
    core, few = numbers(z, mu, sigma, tau, noise), numbers(z, mu, sigma, tau, noise[:5])
    expected = {**core._asdict(), "sampled": few.sampled}
    assert got["found"] == pytest.approx(expected, abs=1e-6, rel=1e-9)
    slope = gradient(z, mu, sigma, tau, noise)
    assert np.add(got["pull"], got["push"]) == pytest.approx(-slope, abs=1e-9, rel=1e-9)
    assert np.array(got["moved"]) == pytest.approx(z - 4e-3 * slope, abs=1e-9)
    assert np.array(got["pull"]) == pytest.approx(mu / tau / 4)
