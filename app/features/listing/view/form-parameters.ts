import { dropIdleGenreMatch, FILTERS } from "~/features/listing/filters/filters";

const REPEATED = new Set(
  Object.values(FILTERS)
    .filter(({ isRepeated }) => isRepeated === true)
    .map(({ parameter }) => parameter),
);

const HIDE = FILTERS.hide.parameter;

/** The form sends "none" beside the choices, for when there are none. */
function withoutNone(choices: readonly string[]): readonly string[] {
  return choices.length > 1 ? choices.filter((choice) => choice !== "none") : choices;
}

/** Omits empty fields, the default order and a match of genres that changes nothing. */
export function formParameters(form: FormData): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of new Set(form.keys())) {
    const values = form
      .getAll(name)
      .filter((value): value is string => typeof value === "string" && value.trim() !== "");
    if (REPEATED.has(name)) values.forEach((value) => parameters.append(name, value));
    else if (values.length > 0)
      parameters.set(name, (name === HIDE ? withoutNone(values) : values).join(","));
  }
  dropIdleGenreMatch(parameters);
  const defaultOrder = parameters.has("search_query") ? "relevance" : "score";
  if (parameters.get("order_by") === defaultOrder || parameters.get("order_by") === "relevance")
    parameters.delete("order_by");
  return parameters;
}
