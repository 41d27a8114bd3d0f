import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** Spreadsheets evaluate cells that start with these. */
const FORMULA = /^[=+\-@\t\r']/;

const MAX_RECORD_CHARACTERS = 1024 * 1024;
const MAX_CELLS = 1_000;

/** RFC 4180 with a byte order mark for spreadsheets. Formulas are escaped with an apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...rows], {
    bom: true,
    record_delimiter: "windows",
    // The delimiters of spreadsheets too, which the parser would take for its own.
    quoted_match: /[\r\n;\t]/,
    cast: { string: (value) => (FORMULA.test(value) ? `'${value}` : value) },
  });
}

/**
 * The inverse of `toCsv`; also accepts the semicolons and tabs of spreadsheets. Null for invalid
 * CSV.
 */
export function parseCsv(text: string, maxRecords = Infinity): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter: detectDelimiter(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      // csv-parse does not limit the cells of a record.
      cast: (cell, { index }) => {
        if (index >= MAX_CELLS) throw new RangeError("too many cells");
        return unescapeFormula(cell);
      },
      ...(Number.isFinite(maxRecords) ? { to: maxRecords } : {}),
    });
  } catch (error) {
    if (error instanceof CsvError || error instanceof RangeError) return null;
    throw error;
  }
}

function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function detectDelimiter(text: string): string {
  const [header = ""] = text.slice(0, MAX_RECORD_CHARACTERS).split(/[\r\n]/, 1);
  const unquoted = header.replaceAll(/"[^"]*"?/g, "");
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best), ",");
}
