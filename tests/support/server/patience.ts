/** Shorter waits stay, such as those for other servers' images, which have a fallback. */
const SLOW_TIMERS = `const wait = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...rest) =>
    wait(work, ms < 3000 ? ms : Math.min(ms * 20, 2 ** 31 - 1), ...rest);`;

/**
 * Makes the built server patient: its limits of three seconds or more are 20 times as long, and no
 * statement waits for a connection. A crawl is about what responses have, and a busy machine may
 * reach the product's limits.
 */
export const PATIENCE = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SLOW_TIMERS)}`,
  DATABASE_POOL_SIZE: "80",
};
