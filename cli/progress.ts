/** `fraction` is `null` while the total is unknown. */
export interface Progress {
  label: string;
  fraction: number | null;
  rows: number;
  elapsedMs: number;
}

const BAR_WIDTH = 24;
const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** One line: label, bar, per cent, rows, rate and remaining time. */
export function formatProgress({ label, fraction, rows, elapsedMs }: Progress): string {
  const rate = elapsedMs > 0 ? (rows * 1_000) / elapsedMs : 0;
  const done = `${whole.format(rows)} rows  ${rate < 10 ? rate.toFixed(1) : whole.format(rate)}/s`;
  if (fraction === null) return `${label.padEnd(10)} ${done}`;
  const share = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(share * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const left =
    share > 0 && share < 1 ? `  ${formatDuration((elapsedMs * (1 - share)) / share)} left` : "";
  return `${label.padEnd(10)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${done}${left}`;
}

/** Returns `8 s`, `3 min 20 s` or `6 h 05 min`. */
export function formatDuration(milliseconds: number): string {
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
  update(state: Omit<Progress, "label" | "elapsedMs">): void;
  finish(): void;
}

/** Rewrites one line on a terminal, and prints occasional lines elsewhere. */
export function createProgressDisplay(
  label: string,
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  const start = now();
  const intervalMs = screen.isTTY === true ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS;
  let shownAt = start;
  let latest: Progress | null = null;
  const show = () => {
    if (latest === null) return;
    const line = formatProgress(latest);
    if (screen.isTTY === true)
      screen.write(`\r\u001B[2K${line.slice(0, (screen.columns || 80) - 1)}`);
    else screen.write(`${line}\n`);
    shownAt = now();
  };
  return {
    update(state) {
      latest = { label, elapsedMs: now() - start, ...state };
      if (now() - shownAt >= intervalMs) show();
    },
    finish() {
      show();
      if (screen.isTTY === true && latest !== null) screen.write("\n");
    },
  };
}
