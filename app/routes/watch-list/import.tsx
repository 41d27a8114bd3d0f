import { data, Form, redirect, useNavigation, href } from "react-router";
import { MAX_LIST_BYTES } from "~/features/watch-list/transfer/parse-list.server";
import type { MergePolicy } from "~/features/watch-list/transfer/merge-policy";
import { ListFileSources } from "~/features/watch-list/view/list-file-sources";
import { DownloadLinks } from "~/features/watch-list/view/download-links";
import { importFormSchema, MAX_PACKED_BYTES } from "~/features/watch-list/view/import-form";
import type { ImportOutcome } from "~/features/watch-list/view/import-outcome";
import { NamedTitles } from "~/features/watch-list/view/named-titles";
import { getImportOutcome, applyImport } from "~/pages/list/apply-import.server";
import { getPageTracker } from "~/http/forms/get-tracker.server";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
  watchListContext,
} from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { toClientError } from "~/http/pages/client-error.server";
import { DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { FACT_DOT } from "~/ui/fact-dot";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { Field, FieldGroup } from "~/ui/forms/field";
import type { Route } from "./+types/import";
import type { PageHandle } from "~/frame/page-handle";

const POLICIES: readonly MergePolicy[] = ["keep", "newest", "replace"];
const FORM_LIMITS = {
  ...DEFAULT_BODY_LIMITS,
  files: MAX_LIST_BYTES,
  base64: MAX_PACKED_BYTES * 1.4,
};

export const handle: PageHandle = { isPersonal: true };

/** Returns the result of the last import after `?done`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { user } = await context.get(signedInContext);
  if (!new URL(request.url).searchParams.has("done")) return { outcome: null };
  return withPageErrors(context, async () => ({
    outcome: await getImportOutcome(db, user.id, {
      i18n,
      parentalControl: context.get(visitorSettingsContext).parentalControl,
    }),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { listParser } = context.get(watchListContext);
  const i18n = context.get(i18nContext);
  const { user } = await context.get(signedInContext);
  try {
    const { value } = await readBody(request, FORM_LIMITS);
    const form = parseInput(importFormSchema, value);
    const outcome = await applyImport(
      { db, listParser, i18n },
      getPageTracker(request, context, user),
      form,
    );
    if (outcome !== null) return data({ outcome, refused: null }, { status: 200 });
  } catch (thrown) {
    const { error, status } = toClientError(thrown, context);
    return data({ outcome: null, refused: error.localize(i18n.locale) }, { status });
  }
  throw redirect(`${href("/list/import")}?done=1`, 303);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction, (refused) => ({ outcome: null, refused }));
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { outcome, refused } = actionData ?? { outcome: loaderData.outcome, refused: null };
  const busy = useNavigation().state === "submitting";
  return (
    <div className="max-w-4xl">
      <h1 className="mt-6 text-3xl font-bold max-md:text-2xl">{t("import.heading")}</h1>
      {outcome === null ? (
        <>
          <p className="mt-3 max-w-prose text-ink-soft">{t("import.explained")}</p>
          <Form method="post" encType="multipart/form-data" className="mt-6 max-w-xl space-y-6">
            {refused === null ? null : (
              <p
                role="alert"
                className="rounded-md p-3 text-sm text-caution ring-1 ring-current ring-inset"
              >
                {refused}
              </p>
            )}
            <Field label={t("import.file")} hint={t("import.atMost")}>
              <input
                type="file"
                name="file"
                required
                accept=".xml,.gz,.json,.csv"
                className="min-h-11 w-full rounded-md border border-rule-strong bg-raised p-1.5 text-sm file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
              />
            </Field>
            <ListFileSources />
            <FieldGroup legend={t("import.onBoth")}>
              <div className="space-y-1">
                {POLICIES.map((policy, index) => (
                  <label
                    key={policy}
                    className="flex min-h-11 items-start gap-3 rounded-sm px-1 py-2.5 text-sm hover:bg-sunken"
                  >
                    <input
                      type="radio"
                      name="policy"
                      value={policy}
                      defaultChecked={index === 0}
                      className="mt-0.5 size-4 shrink-0"
                    />
                    <span>
                      {t(`policy.${policy}`)}
                      <span className="text-ink-faint">
                        {FACT_DOT}
                        {t(`policy.${policy}.description`)}
                      </span>
                    </span>
                  </label>
                ))}
              </div>
            </FieldGroup>
            <Button type="submit" weight="primary" disabled={busy}>
              {t(busy ? "import.reading" : "import.preview")}
            </Button>
          </Form>
        </>
      ) : (
        <Outcome outcome={outcome} busy={busy} />
      )}
    </div>
  );
}

const WORDS = {
  added: ["import.addedSoon", "import.added"],
  changed: ["import.changedSoon", "import.changed"],
  unchanged: ["import.unchangedSoon", "import.unchanged"],
  notFound: ["import.notFoundSoon", "import.notFound"],
} as const;

function Outcome({ outcome, busy }: { outcome: ImportOutcome; busy: boolean }) {
  const { t, formatNumber } = useI18n();
  const { done, policy, events, packed, groups, notices } = outcome;
  const writes =
    events > 0 ||
    groups.some(({ name, count }) => (name === "added" || name === "changed") && count > 0);
  return (
    <>
      <p role="status" className="mt-3 text-ink-soft">
        {t(done ? "import.done" : writes ? "import.willHappen" : "import.nothing")}
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-rule bg-rule sm:grid-cols-4">
        {groups.map(({ name, count }) => (
          <div key={name} className="flex flex-col-reverse bg-paper p-4">
            <dt className="text-sm text-ink-soft">{t(WORDS[name][done ? 1 : 0])}</dt>
            <dd className="font-display text-2xl font-bold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {events === 0 ? null : (
        <p className="mt-3 text-sm text-ink-soft">{t("import.history", { count: events })}</p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        {done || !writes ? (
          <ButtonLink to={href("/list")} weight="primary">
            {t("import.toList")}
          </ButtonLink>
        ) : (
          <Form method="post" encType="multipart/form-data" replace>
            <input type="hidden" name="policy" value={policy} />
            <input type="hidden" name="packed" value={packed} />
            <Button type="submit" weight="primary" disabled={busy}>
              {t(busy ? "import.importing" : "import.button")}
            </Button>
          </Form>
        )}
        <ButtonLink to={href("/list/import")}>
          {t(done ? "import.another" : "import.otherFile")}
        </ButtonLink>
      </div>
      {done ? (
        <div className="mt-4">
          <DownloadLinks
            label={t("import.report")}
            url={href("/api/user/watchList/import")}
            formats={["csv", "json"]}
          />
          {groups.some(({ name, count }) => name === "notFound" && count > 0) ? (
            <DownloadLinks
              label={t("import.rejected")}
              url={`${href("/api/user/watchList/import")}?outcome=rejected`}
              formats={["csv", "json"]}
            />
          ) : null}
        </div>
      ) : null}
      <div className="mt-6 space-y-1">
        {groups.map(({ name, count, titles }) =>
          count === 0 ? null : (
            <NamedTitles
              key={name}
              heading={t("import.count", {
                count: formatNumber(count),
                what: t(WORDS[name][done ? 1 : 0]),
              })}
              count={count}
              titles={titles}
            />
          ),
        )}
        {notices.count === 0 ? null : <NamedTitles heading={t("import.notices")} {...notices} />}
      </div>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "import.heading");
}
