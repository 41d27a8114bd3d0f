/** How far a piece of work is. `fraction` is `null` while nobody knows how much there is. */
export interface Progress {
  label: string;
  fraction: number | null;
  rows: number;
  elapsedMs: number;
}

const BAR_WIDTH = 24;
const TERMINAL_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** One line: label, bar, per cent, rows, rate, and the time that is left if the rest goes as the beginning did. */
export function progressLine({ label, fraction, rows, elapsedMs }: Progress): string {
  const rate = elapsedMs > 0 ? (rows * 1_000) / elapsedMs : 0;
  const done = `${whole.format(rows)} rows  ${rate < 10 ? rate.toFixed(1) : whole.format(rate)}/s`;
  if (fraction === null) return `${label.padEnd(10)} ${done}`;
  const share = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(share * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const left =
    share > 0 && share < 1 ? `  ${duration((elapsedMs * (1 - share)) / share)} left` : "";
  return `${label.padEnd(10)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${done}${left}`;
}

/** `8 s`, `3 min 20 s`, `6 h 05 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600)
    return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(seconds / 3_600)} h ${String(Math.floor((seconds % 3_600) / 60)).padStart(2, "0")} min`;
}

interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface ProgressDisplay {
  /** Shows the state, unless the last one is too fresh to be worth another line. */
  update(state: Omit<Progress, "label" | "elapsedMs">): void;
  /** Shows the last state and leaves it standing. */
  finish(): void;
}

/** Shows progress: one line that is rewritten in place on a terminal, a plain line now and then elsewhere. */
export function createProgressDisplay(
  label: string,
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  const start = now();
  const every = screen.isTTY === true ? TERMINAL_EVERY_MS : LINE_EVERY_MS;
  let shownAt = start;
  let latest: Progress | null = null;
  const show = () => {
    if (latest === null) return;
    const line = progressLine(latest);
    if (screen.isTTY === true)
      screen.write(`\r\u001B[2K${line.slice(0, (screen.columns || 80) - 1)}`);
    else screen.write(`${line}\n`);
    shownAt = now();
  };
  return {
    update(state) {
      latest = { label, elapsedMs: now() - start, ...state };
      if (now() - shownAt >= every) show();
    },
    finish() {
      show();
      if (screen.isTTY === true && latest !== null) screen.write("\n");
    },
  };
}
