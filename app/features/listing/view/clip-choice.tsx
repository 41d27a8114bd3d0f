import { asksForClips } from "~/features/listing/clips";
import { FILTERS } from "~/features/listing/filters/filters";
import type { ListingQuery } from "~/features/listing/listing-query";
import { useI18n } from "~/i18n/i18n-context";
import { CheckLine } from "~/ui/forms/field";

/** Brings clips into a listing that leaves them out, and keeps other types that are excluded. */
export function ClipChoice({ query }: { query: ListingQuery }) {
  const { t } = useI18n();
  const name = FILTERS.excludedTypes.parameter;
  const [first] = query.excludedTypes;
  if (first !== undefined && first !== "none")
    return <input type="hidden" name={name} value={query.excludedTypes.join(",")} />;
  if (first === undefined && asksForClips(query)) return null;
  return (
    <CheckLine
      name={name}
      value="none"
      defaultChecked={first === "none"}
      label={t("applied.withClips")}
    />
  );
}
