import { href } from "react-router";
import { browsePath } from "~/features/listing/view/browse-path";
import {
  appliedFilters,
  catalogNameFormatter,
  type NameFormatter,
} from "~/pages/parts/applied-filters.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { parseBrowseUrl, readSavedQuery } from "~/features/saved-search/parse-browse-url.server";
import { savedSearchFormSchema } from "~/features/saved-search/saved-search-input";
import {
  MAX_BROWSE_URL_LENGTH,
  MAX_SEARCH_NAME_LENGTH,
} from "~/features/saved-search/saved-search-limits";
import { listSavedSearches } from "~/features/saved-search/saved-searches.server";
import { changeSearches } from "~/pages/searches/change-searches.server";
import { searchPath } from "~/features/saved-search/search-path";
import {
  SavedSearchRow,
  type SavedSearchData,
} from "~/features/saved-search/view/saved-search-row";
import {
  i18nContext,
  requestContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { handlePageChange, takeFlashMessage } from "~/http/pages/page-change.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm } from "~/ui/changes/use-action-message";
import { CheckLine } from "~/ui/forms/field";
import { formMessage, submittedText, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { Notice } from "~/ui/notice";
import type { PageHandle } from "~/frame/page-handle";
import { FACT_DOT } from "~/ui/fact-dot";
import type { Route } from "./+types/searches";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { origin } = context.get(requestContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  const { user } = await context.get(signedInContext);
  const url = new URL(request.url).searchParams.get("save");
  return withPageErrors(context, async () => {
    const given = url === null ? null : parseBrowseUrl(url, origin);
    const [searches, formatName] = await Promise.all([
      listSavedSearches(services.db, user.id, { parentalControl }),
      catalogNameFormatter(services, parentalControl),
    ]);
    const describe = (query: ListingQuery) => describeQuery(query, formatName, i18n);
    const isSaved = searches.some(({ query }) => query === given?.canonical);
    return {
      given:
        given === null || isSaved
          ? null
          : { url: browsePath({ ...given.query, page: 1 }), filters: describe(given.query) },
      searches: searches.map(({ id, name, query: stored, pinned, followed, fresh }) => {
        const { query, issues } = readSavedQuery(stored);
        return {
          ...{ id, name, pinned, followed, fresh },
          path: searchPath(stored),
          filters: query === null ? [] : describe(query),
          problem:
            issues === null
              ? null
              : issues.map(({ message }) => errorText(message, i18n.locale)).join(" "),
        } satisfies SavedSearchData;
      }),
      flashMessage: await takeFlashMessage(request, context),
    };
  });
}

function describeQuery(query: ListingQuery, formatName: NameFormatter, i18n: I18n): string[] {
  return [
    ...appliedFilters(query, formatName, i18n).map(({ label }) => label),
    i18n.t(`order.${query.order}`),
  ];
}

/** A name of the query's filters, as long as a name may be. */
function nameQuery(query: ListingQuery, formatName: NameFormatter, i18n: I18n): string {
  const filters = appliedFilters(query, formatName, i18n).map(({ label }) => label);
  const name = filters.length === 0 ? i18n.t("searches.everything") : filters.join(" · ");
  const characters = [...name];
  return characters.length <= MAX_SEARCH_NAME_LENGTH
    ? name
    : `${characters.slice(0, MAX_SEARCH_NAME_LENGTH - 1).join("")}…`;
}

const FORMS_WITH_FIELDS = new Set<unknown>(["save", "rename"]);

export function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { origin } = context.get(requestContext);
  return handlePageChange(
    request,
    context,
    savedSearchFormSchema,
    async (form, { user }) => {
      const { parentalControl } = user.preferences;
      if (form.intent !== "follow-url")
        return changeSearches(services, user.id, form, { origin, i18n });
      const { query } = parseBrowseUrl(form.url, origin);
      const formatName = await catalogNameFormatter(services, parentalControl);
      const search = {
        intent: "save",
        name: nameQuery(query, formatName, i18n),
        url: form.url,
        followed: "on",
      } as const;
      return changeSearches(services, user.id, search, { origin, i18n });
    },
    {
      showsFieldErrors: (form) =>
        typeof form === "object" &&
        form !== null &&
        "intent" in form &&
        FORMS_WITH_FIELDS.has(form.intent),
      returnTo: (_, form) =>
        form.intent === "follow-url"
          ? browsePath(parseBrowseUrl(form.url, origin).query)
          : href("/searches"),
    },
  );
}

export const clientAction = changeAction<typeof action>();

export default function SavedSearches({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { given, searches, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  const failure = actionData?.change === null ? actionData.failure : undefined;
  const failedId = submittedText(failure, "id");
  return (
    <div className="page-column pt-8 md:pt-12">
      <div className="max-w-3xl">
        <h1 className="text-3xl max-md:text-2xl">{t("searches.heading")}</h1>
        <p className="mt-2 text-sm text-ink-soft">{t("searches.description")}</p>
        <SaveForm
          key={given?.url}
          given={given}
          isOpen={given !== null}
          failure={failedId === null ? failure : undefined}
        />
        {searches.length === 0 ? (
          given === null ? (
            <Notice glyph="探索" title={t("searches.none")}>
              <p>{t("searches.noneHint")}</p>
              <ButtonLink to={href("/browse")}>{t("list.findTitles")}</ButtonLink>
            </Notice>
          ) : null
        ) : (
          <ul className="mt-8 divide-y divide-rule border-y border-rule">
            {searches.map((search, index) => (
              <SavedSearchRow
                key={search.id}
                search={search}
                isFirst={index === 0}
                isLast={index === searches.length - 1}
                failure={failedId === search.id ? failure : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      <ChangeToast result={result} />
    </div>
  );
}

interface SaveFormProps {
  given: { url: string; filters: readonly string[] } | null;
  isOpen: boolean;
  failure: FormFailure | undefined;
}

/** Saves the search that Browse sent, or a pasted URL. */
function SaveForm({ given, isOpen, failure }: SaveFormProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const shown = fetcher.data?.change === null ? fetcher.data.failure : failure;
  const isDone = fetcher.state === "idle" && (fetcher.data?.change ?? null) !== null;
  return (
    <details
      key={String(isDone)}
      open={isOpen || shown !== undefined}
      className="mt-6 rounded-lg bg-raised px-4 py-1"
    >
      <summary className="unfolds flex min-h-11 cursor-pointer list-none items-center text-sm font-semibold">
        {t(given === null ? "searches.saveUrl" : "searches.saveHeading")}
      </summary>
      <fetcher.Form
        method="post"
        noValidate
        aria-label={t("searches.saveHeading")}
        className="space-y-4 pb-4"
      >
        <FormMessage>{formMessage(shown, "name", "url")}</FormMessage>
        {given === null ? (
          <TextField
            label={t("searches.url")}
            name="url"
            maxLength={MAX_BROWSE_URL_LENGTH}
            failure={shown}
          />
        ) : (
          <>
            <input type="hidden" name="url" value={given.url} />
            <p className="text-sm break-words text-ink-soft">{given.filters.join(FACT_DOT)}</p>
          </>
        )}
        <TextField
          label={t("searches.name")}
          name="name"
          maxLength={MAX_SEARCH_NAME_LENGTH}
          failure={shown}
        />
        <div>
          <CheckLine name="pinned" label={t("searches.pin")} />
          <CheckLine name="followed" label={t("searches.followHint")} />
        </div>
        <Button type="submit" name="intent" value="save" weight="primary">
          {t("searches.save")}
        </Button>
      </fetcher.Form>
    </details>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "searches.heading");
}
