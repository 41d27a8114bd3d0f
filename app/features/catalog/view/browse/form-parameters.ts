/** Some of these names hold a comma themselves. */
const REPEATED = new Set(["studio_filter", "producer_filter"]);

/**
 * What a filter form describes, as short as an address can say it: empty fields left out, several choices of one filter joined by commas.
 * So is an order that the listing has by itself: by relevance with a search, else by score.
 */
export function formParameters(form: FormData): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of new Set(form.keys())) {
    const values = form
      .getAll(name)
      .filter((value): value is string => typeof value === "string" && value.trim() !== "");
    if (REPEATED.has(name)) values.forEach((value) => parameters.append(name, value));
    else if (values.length > 0) parameters.set(name, values.join(","));
  }
  const fallback = parameters.has("search_query") ? "relevance" : "score";
  if (parameters.get("order_by") === fallback || parameters.get("order_by") === "relevance")
    parameters.delete("order_by");
  return parameters;
}
