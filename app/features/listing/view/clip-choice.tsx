import { FILTERS } from "~/features/listing/filters/filters";
import type { ListingQuery } from "~/features/listing/listing-query";
import { useI18n } from "~/i18n/i18n-context";
import { CheckLine } from "~/ui/forms/field";

/** Brings clips into a listing that leaves them out, and keeps other types that are excluded. */
export function ClipChoice({ query: { excludedTypes, types, search } }: { query: ListingQuery }) {
  const { t } = useI18n();
  const field = { name: FILTERS.excludedTypes.parameter, value: excludedTypes.join(",") || "none" };
  if (field.value !== "none") return <input type="hidden" {...field} />;
  // Types and searches find clips by themselves.
  return excludedTypes.length === 0 && (types.length > 0 || search !== null) ? null : (
    <CheckLine
      {...field}
      defaultChecked={excludedTypes.length > 0}
      label={t("applied.withClips")}
    />
  );
}
