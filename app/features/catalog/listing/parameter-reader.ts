import { Invalid, type Issue } from "~/errors/app-error";
import { readBoolean } from "~/features/catalog/vocabulary";

/** Postgres integers end here; a larger number can never match and could not even be asked for. */
export const LARGEST_INTEGER = 2_147_483_647;

/** The longest search query, in characters. */
const LONGEST_TEXT = 256;

/** Reads query parameters one by one and collects what is wrong with them, so that one answer can name every refused one. */
export class ParameterReader {
  readonly issues: Issue[] = [];
  readonly #parameters: URLSearchParams;

  constructor(parameters: URLSearchParams) {
    this.#parameters = parameters;
  }

  /** Notes that a parameter is refused. The first reason is the one that is told. */
  refuse(name: string, message: string): void {
    if (!this.issues.some((issue) => issue.path === name))
      this.issues.push({ path: name, message });
  }

  /** Every value of a parameter, repeated ones included. Blank values count as absent; values holding NUL are refused. */
  values(name: string): string[] {
    const values = this.#parameters.getAll(name).filter((value) => value.trim() !== "");
    if (values.some((value) => value.includes("\0"))) {
      this.refuse(name, `${name} must not hold a NUL character.`);
      return [];
    }
    return values;
  }

  /** The pieces of comma lists and repeated parameters, untrimmed (a trailing space can stand for a `+`). */
  pieces(name: string): string[] {
    return this.values(name).flatMap((value) =>
      value.split(",").filter((piece) => piece.trim() !== ""),
    );
  }

  /** Members of a closed set, in the set's own order and each once. */
  members<Member>(
    name: string,
    read: (text: string) => Member | null,
    order: readonly Member[],
  ): Member[] {
    const found = new Set<Member>();
    for (const piece of this.pieces(name)) {
      const member = read(piece);
      if (member === null)
        this.refuse(
          name,
          `${name} does not know "${shorten(piece.trim())}". It takes ${order.join(", ")}.`,
        );
      else found.add(member);
    }
    return order.filter((member) => found.has(member));
  }

  /** Whole numbers, ascending and each once. */
  integers(name: string): number[] {
    const found = new Set<number>();
    for (const piece of this.pieces(name)) {
      const value = integer(piece);
      if (value === null) this.refuse(name, `${name} must be a whole number.`);
      else if (Math.abs(value) > LARGEST_INTEGER) this.refuse(name, `${name} is out of range.`);
      else found.add(value);
    }
    return [...found].sort((one, other) => one - other);
  }

  /** Numbers between two bounds. */
  numbers(name: string, least: number, most: number): number[] {
    const found: number[] = [];
    for (const piece of this.pieces(name)) {
      const value = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(piece)
        ? Number(piece)
        : null;
      if (value === null || value < least || value > most)
        this.refuse(name, `${name} must be a number from ${least} to ${most}.`);
      else found.push(value + 0);
    }
    return found;
  }

  /** One id or number that has to be there, under the first of its names that is given. Refused ones read as 0. */
  required(names: readonly [string, ...string[]]): number {
    if (names.every((name) => this.values(name).length === 0))
      this.refuse(names[0], `${names[0]} is missing.`);
    return this.count(names, LARGEST_INTEGER, 0);
  }

  /** Throws `Invalid` with everything that was refused so far. */
  finish(): void {
    if (this.issues.length > 0) throw new Invalid(this.issues);
  }

  /** One whole number within bounds, under the first of its names that is given; `fallback` when none is. */
  count(names: readonly string[], most: number, fallback: number): number {
    for (const name of names) {
      const [text] = this.values(name);
      if (text === undefined) continue;
      const value = integer(text);
      if (value !== null && value >= 1 && value <= most) return value;
      this.refuse(name, `${name} must be a whole number from 1 to ${most}.`);
    }
    return fallback;
  }

  /** What a person searches for, under the first of its names that is given: trimmed, with single spaces; null when there is nothing. */
  search(names: readonly string[]): string | null {
    for (const name of names) {
      const [text] = this.values(name);
      if (text === undefined) continue;
      // A URL cannot carry half a surrogate pair, and neither can the database.
      const characters = [...text.trim().replace(/\p{Surrogate}/gu, "\uFFFD")];
      if (characters.length <= LONGEST_TEXT) return characters.join("").replace(/\s+/gu, " ");
      this.refuse(name, `${name} has at most ${LONGEST_TEXT} characters.`);
    }
    return null;
  }

  /** Truth values, one for each that is given. */
  flags(name: string): boolean[] {
    const found: boolean[] = [];
    for (const piece of this.pieces(name)) {
      const value = readBoolean(piece);
      if (value === null) this.refuse(name, `${name} must be true or false.`);
      else found.push(value);
    }
    return found;
  }
}

function integer(text: string): number | null {
  return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) + 0 : null;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
