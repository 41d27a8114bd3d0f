import type { ErrorMessage } from "~/i18n/error-message";
import { Invalid, type Issue } from "~/errors/app-error";
import { parseBoolean } from "~/parsing/parse-boolean";

export const MAX_INTEGER = 2_147_483_647;

export const MAX_SEARCH_LENGTH = 256;

export const MAX_VALUES = 100;

/** Reads a URL's parameters and collects what is invalid, so that one response lists all errors. */
export class ParameterReader {
  readonly issues: Issue[] = [];
  readonly #parameters: URLSearchParams;

  constructor(parameters: URLSearchParams) {
    this.#parameters = parameters;
  }

  /** Records an error, unless the parameter has one already. */
  reject(name: string, message: ErrorMessage): void {
    if (!this.issues.some((issue) => issue.path === name))
      this.issues.push({ path: name, message });
  }

  /**
   * Returns a parameter's values without blank ones. A NUL is rejected, since Postgres stores none.
   */
  values(name: string): string[] {
    const values = this.#parameters.getAll(name).filter((value) => value.trim() !== "");
    if (values.some((value) => value.includes("\0"))) {
      this.reject(name, { key: "field.noNul", values: { field: name } });
      return [];
    }
    return values;
  }

  /**
   * Splits values at commas. The items are not trimmed, since a trailing space can stand for a `+`.
   */
  items(name: string): string[] {
    const items = this.values(name).flatMap((value) =>
      value.split(",").filter((piece) => piece.trim() !== ""),
    );
    if (items.length <= MAX_VALUES) return items;
    this.reject(name, { key: "field.maxItems", values: { field: name, max: MAX_VALUES } });
    return [];
  }

  choices<Member>(
    name: string,
    read: (text: string) => Member | null,
    order: readonly Member[],
  ): Member[] {
    const found = new Set<Member>();
    for (const piece of this.items(name)) {
      const member = read(piece);
      if (member === null)
        this.reject(name, {
          key: "field.choiceNot",
          values: { field: name, value: shorten(piece.trim()), choices: order.join(", ") },
        });
      else found.add(member);
    }
    return order.filter((member) => found.has(member));
  }

  integers(name: string, min = -MAX_INTEGER, max = MAX_INTEGER): number[] {
    const found = new Set<number>();
    for (const piece of this.items(name)) {
      const value = integer(piece);
      if (value === null) this.reject(name, { key: "field.integer", values: { field: name } });
      else if (value < min || value > max)
        this.reject(name, { key: "field.outOfRange", values: { field: name } });
      else found.add(value);
    }
    return [...found].sort((one, other) => one - other);
  }

  numbers(name: string, min: number, max: number): number[] {
    const found: number[] = [];
    for (const piece of this.items(name)) {
      const value = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(piece)
        ? Number(piece)
        : null;
      if (value === null || value < min || value > max)
        this.reject(name, {
          key: "field.numberBetween",
          values: { field: name, min, max },
        });
      else found.push(value + 0);
    }
    return found;
  }

  requiredInteger(names: readonly [string, ...string[]]): number {
    if (names.every((name) => this.values(name).length === 0))
      this.reject(names[0], { key: "field.required", values: { field: names[0] } });
    return this.positiveInteger(names, MAX_INTEGER, 0);
  }

  throwIfInvalid(): void {
    if (this.issues.length > 0) throw new Invalid(this.issues);
  }

  positiveInteger(names: readonly string[], max: number, fallback: number): number {
    for (const name of names) {
      const [text] = this.values(name);
      if (text === undefined) continue;
      const value = integer(text);
      if (value !== null && value >= 1 && value <= max) return value;
      this.reject(name, {
        key: "field.integerBetween",
        values: { field: name, min: 1, max },
      });
    }
    return fallback;
  }

  /** Returns the text to search for, trimmed and with single spaces; null when empty. */
  search(names: readonly string[]): string | null {
    for (const name of names) {
      const [text] = this.values(name);
      if (text === undefined) continue;
      // Lone surrogates are replaced, which neither URLs nor the database can hold.
      const characters = [...text.trim().replace(/\p{Surrogate}/gu, "\uFFFD")];
      if (characters.length <= MAX_SEARCH_LENGTH) return characters.join("").replace(/\s+/gu, " ");
      this.reject(name, {
        key: "field.maxLength",
        values: { field: name, max: MAX_SEARCH_LENGTH },
      });
    }
    return null;
  }

  booleans(name: string): boolean[] {
    const found: boolean[] = [];
    for (const piece of this.items(name)) {
      const value = parseBoolean(piece);
      if (value === null) this.reject(name, { key: "field.boolean", values: { field: name } });
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
