import { href } from "react-router";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";

/** Browsers show a few at a time, and a long list costs memory. */
const MAX_OPTIONS = 50;

const loaded = new WeakMap<HTMLInputElement, { url: string; names: readonly NameCount[] }>();

/**
 * Completes the last of the names in a field, with the number of titles that the other filters
 * leave it; a completed name applies at once. Called each time the field is entered.
 */
export async function completeNames(input: HTMLInputElement, filter: string): Promise<void> {
  const url = href("/browse/names/:filter", { filter }) + location.search;
  const before = loaded.get(input);
  if (before?.url === url) return;
  loaded.set(input, { url, names: before?.names ?? [] });
  if (before === undefined) followTyping(input);
  const response = await fetch(url).catch(() => null);
  if (response?.ok !== true) {
    loaded.set(input, { url: "", names: [] });
    return;
  }
  const { data: names } = (await response.json()) as { data: NameCount[] };
  loaded.set(input, { url, names });
  showOptions(input);
}

function followTyping(input: HTMLInputElement): void {
  let last = input.value;
  input.addEventListener("input", () => {
    const isOption = [...(input.list?.options ?? [])].some(({ value }) => value === input.value);
    // A chosen option replaces the text at once, which no key does.
    const isChosen = isOption && Math.abs(input.value.length - last.length) > 1;
    last = input.value;
    if (isChosen) input.form?.requestSubmit();
    else showOptions(input);
  });
}

function showOptions(input: HTMLInputElement): void {
  const before = input.value.slice(0, input.value.lastIndexOf(",") + 1);
  const wanted = normaliseName(input.value.slice(before.length));
  const given = before.split(",").map(normaliseName);
  const options = (loaded.get(input)?.names ?? [])
    .filter(({ name }) => normaliseName(name).includes(wanted))
    .filter(({ name }) => !given.includes(normaliseName(name)))
    .slice(0, MAX_OPTIONS)
    .map(({ name, count }) => {
      const option = document.createElement("option");
      option.value = `${before}${before === "" ? "" : " "}${name}`;
      option.label = `${name} (${String(count)})`;
      return option;
    });
  input.list?.replaceChildren(...options);
}
