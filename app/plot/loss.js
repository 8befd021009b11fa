// The losses of igcl_core.nn.losses for a few items in the plane; a test holds every number to the core's.

const dot = ([a, b], [c, d]) => a * c + b * d;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function logSumExp(values) {
  const top = Math.max(...values);
  return top + Math.log(values.reduce((sum, value) => sum + Math.exp(value - top), 0));
}

/** What item n's Gaussian says of every embedding: the two parts of each score, its share, and what n adds to L_upper. */
export function row({ z, mu, sigma }, tau, n) {
  const similarity = z.map((other) => dot(other, mu[n]) / tau);
  const spread = z.map((other) => {
    const [x, y] = [sigma[n][0] * (other[0] - z[n][0]), sigma[n][1] * (other[1] - z[n][1])];
    return (x * x + y * y) / (2 * tau * tau);
  });
  const score = similarity.map((value, m) => value + spread[m]);
  const repulsion = logSumExp(score);
  const share = score.map((value) => Math.exp(value - repulsion));
  return { similarity, spread, share, attraction: -similarity[n], repulsion, loss: repulsion - similarity[n] };
}

/** The loss of every item against each draw mu + sigma * noise, [M][N]. */
function drawn({ z, mu, sigma }, tau, noise) {
  return noise.map((one) => one.map((epsilon, n) => {
    const a = [mu[n][0] + sigma[n][0] * epsilon[0], mu[n][1] + sigma[n][1] * epsilon[1]];
    return logSumExp(z.map((other) => dot(other, a) / tau)) - dot(z[n], a) / tau;
  }));
}

/** Standard error over draws of the mean over draws and items: the items are given, not sampled. */
function errorOf(values) {
  const count = values.length;
  if (count < 2) return NaN;
  const variances = values[0].map((_, n) => {
    const column = values.map((draw) => draw[n]);
    const middle = mean(column);
    return column.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (count - 1);
  });
  return Math.sqrt(mean(variances) / (count * values[0].length));
}

/** All numbers of one arrangement: `sampled` with the first M draws, `implicit` and its error with all of them. */
export function numbers(items, tau, noise, M) {
  const rows = items.z.map((_, n) => row(items, tau, n));
  const attraction = mean(rows.map((each) => each.attraction));
  const repulsion = mean(rows.map((each) => each.repulsion));
  const values = drawn(items, tau, noise);
  const implicit = mean(values.map(mean));
  const upper = attraction + repulsion;
  const sampled = mean(values.slice(0, M).map(mean));
  return { rows, attraction, repulsion, upper, sampled, implicit, error: errorOf(values), gap: upper - implicit };
}

/** What descends L_upper: the pull and the push on every z; their sum is minus its gradient. */
export function forces({ z, mu, sigma }, tau, rows) {
  const size = z.length;
  const pull = mu.map((centre) => centre.map((value) => value / tau / size));
  const push = z.map(() => [0, 0]);
  rows.forEach(({ share }, n) => share.forEach((weight, m) => {
    for (const d of [0, 1]) {
      const bend = (sigma[n][d] ** 2 * (z[m][d] - z[n][d])) / (tau * tau);
      push[m][d] -= (weight * (mu[n][d] / tau + bend)) / size;
      push[n][d] += (weight * bend) / size;
    }
  }));
  return { pull, push };
}

/** One step down L_upper: along the true gradient, never farther than `most` for any item. */
export function descended(items, tau, rows, rate, most) {
  const { pull, push } = forces(items, tau, rows);
  const move = pull.map((each, n) => each.map((value, d) => rate * items.z.length * (value + push[n][d])));
  const longest = Math.max(...move.map(([x, y]) => Math.hypot(x, y)));
  const scale = longest > most ? most / longest : 1;
  return items.z.map((place, n) => place.map((value, d) => value + scale * move[n][d]));
}
