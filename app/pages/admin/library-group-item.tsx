import { Form } from "react-router";
import type { DoubtfulGroup } from "~/features/library/list-files.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { groupPath } from "./library-paths";
import { FACT_DOT } from "~/ui/fact-dot";

/** Shows files that wait for a decision, with the best suggestion. */
export function LibraryGroupItem({ group }: { group: DoubtfulGroup }) {
  const { t, formatNumber } = useI18n();
  const { example, files, reason } = group;
  const [best] = group.suggestions;
  const name = group.parsedTitle === "" ? example : group.parsedTitle;
  const path = groupPath(group);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 text-sm">
      <div className="min-w-0 grow basis-72">
        <h3 className="text-base font-semibold break-words">{name}</h3>
        <p className="break-words text-ink-soft">
          {t("admin.library.files", { count: files })}
          {FACT_DOT}
          <span className="break-all">
            {group.folder}/{example}
          </span>
        </p>
        <p className="mt-1 text-xs break-words text-ink-faint">
          {reason}
          {best === undefined
            ? null
            : `${FACT_DOT}${t("admin.library.confidence", { percent: formatNumber(best.confidence, { style: "percent" }) })}`}
        </p>
      </div>
      <div className="flex max-w-full flex-wrap gap-2">
        {best === undefined ? null : (
          <Form method="post" action={path} className="max-w-full">
            <input type="hidden" name="intent" value="attach" />
            <Button
              type="submit"
              name="anime"
              value={best.malId}
              className="max-w-full text-left whitespace-normal"
            >
              {t("admin.library.attachTo", { title: best.title })}
            </Button>
          </Form>
        )}
        <ButtonLink weight="bare" to={path} aria-label={t("admin.library.decideOf", { name })}>
          {t("admin.library.decide")}
        </ButtonLink>
        <Form method="post" action={path}>
          <Button
            type="submit"
            weight="bare"
            name="intent"
            value="ignore"
            aria-label={t("admin.library.ignoreOf", { name })}
          >
            {t("admin.library.ignore")}
          </Button>
        </Form>
      </div>
    </li>
  );
}
