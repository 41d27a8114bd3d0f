/** A cell that starts with one of these is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r']/;

/** CSV by RFC 4180, with a mark of its encoding in front for spreadsheets. Texts that would be formulas get an apostrophe before them. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of a CSV text with their cells, one at a time: a text of line ends alone has millions. It reads back exactly what `writeCsv` wrote. */
export function* readCsv(text: string): Generator<string[]> {
  let row: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value);
    at = end;
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    yield row;
    row = [];
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
  }
}

function plain(text: string, start: number): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n" && text[end] !== "\r")
    end += 1;
  return { value: text.slice(start, end), end };
}

function quoted(text: string, start: number): { value: string; end: number } {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Whatever stands between the closing quote and the next comma belongs to nothing.
      return { value, end: plain(text, quote + 1).end };
    }
    value += '"';
    at = quote + 2;
  }
}
