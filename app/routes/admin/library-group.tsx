import { Form, href } from "react-router";
import { getGroup, type MediaGroup } from "~/features/library/get-group.server";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { noindexTitle } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Field, FieldGroup } from "~/ui/forms/field";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { TextInput } from "~/ui/forms/text-input";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { Facts } from "~/pages/admin/facts";
import { LibraryLink } from "~/pages/admin/library-link";
import { groupPath } from "~/pages/admin/library-paths";
import { MAX_GROUP_QUERY_LENGTH } from "~/pages/admin/group-search";
import { GroupSuggestions, TitleChoice } from "~/pages/admin/group-titles";
import type { Route } from "./+types/library-group";
import { i18nContext, servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireRole } from "~/http/session/require-role.server";
import { decideGroupByForm, readGroup } from "./decide-group.server";
import { FACT_DOT } from "~/ui/fact-dot";

/** Reads a group of media files, and the titles that a search finds for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const query = text.replaceAll("\0", "").trim().slice(0, MAX_GROUP_QUERY_LENGTH);
  const group = await withPageErrors(context, async () =>
    getGroup(services.db, { ...readGroup(request), locale, viewer: user.preferences }),
  );
  const found =
    query === ""
      ? []
      : await suggestAnime(services, {
          text: query,
          parentalControl: user.preferences.parentalControl,
        });
  return {
    group,
    query,
    found: found.map(({ mal_id, title, year, type }) => ({ id: mal_id, title, year, type })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return decideGroupByForm(request, context);
}

export const clientAction = formAction<typeof action>();

type Group = Route.ComponentProps["loaderData"]["group"];

function nameOf({ parsedTitle, files: [example] }: Group): string {
  return parsedTitle === "" ? (example?.path ?? "") : parsedTitle;
}

export default function LibraryGroup({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { group, query, found } = loaderData;
  const failure = actionData?.failure;
  const name = nameOf(group);
  const path = groupPath(group);
  const chosen =
    submittedText(failure, "anime") ??
    String(found[0]?.id ?? group.decision?.animeId ?? group.suggestions[0]?.malId ?? "");
  const isEmpty = found.length === 0 && group.suggestions.length === 0 && !hasTitle(group);
  return (
    <>
      <LibraryLink />
      <h1 className="text-2xl break-words">{name}</h1>
      <div className="mt-4">
        <FormMessage>{formMessage(failure, "offset")}</FormMessage>
      </div>
      {group.decision === null ? null : <CurrentDecision group={group} path={path} name={name} />}
      <Section title={t("admin.library.choose")} className="mt-8">
        <Form
          role="search"
          action={href("/admin/library/group")}
          aria-label={t("admin.library.search")}
          className="mb-6 flex max-w-2xl flex-wrap items-end gap-3"
          preventScrollReset
        >
          <input type="hidden" name="folder" value={group.folder} />
          <input type="hidden" name="group" value={group.groupKey} />
          <div className="min-w-48 grow">
            <Field label={t("admin.library.search")}>
              <TextInput
                type="search"
                name="q"
                defaultValue={query}
                maxLength={MAX_GROUP_QUERY_LENGTH}
              />
            </Field>
          </div>
          <Button type="submit">{t("admin.people.find")}</Button>
        </Form>
        <Form
          method="post"
          action={path}
          noValidate
          aria-label={t("admin.library.choose")}
          className="max-w-2xl space-y-6"
        >
          {query === "" ? null : (
            <FieldGroup key={chosen} legend={t("admin.library.searchResults")}>
              {found.length === 0 ? (
                <p className="text-sm text-ink-soft">{t("admin.library.notFound")}</p>
              ) : (
                found.map(({ id, title, year, type }) => (
                  <TitleChoice
                    key={id}
                    id={id}
                    isChosen={String(id) === chosen}
                    title={title}
                    note={[type, year].filter((part) => part !== null).join(FACT_DOT)}
                  />
                ))
              )}
            </FieldGroup>
          )}
          <GroupSuggestions
            key={chosen}
            group={group}
            chosen={chosen}
            listed={new Set(found.map(({ id }) => id))}
            isEmpty={isEmpty && query === ""}
          />
          <div className="max-w-56">
            <TextField
              label={t("admin.library.offset")}
              hint={t("admin.library.offset.hint")}
              name="offset"
              inputMode="text"
              autoComplete="off"
              defaultValue={String(group.decision?.episodeOffset ?? 0)}
              failure={failure}
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" weight="primary" name="intent" value="attach" disabled={isEmpty}>
              {t("admin.library.attach")}
            </Button>
            <Button type="submit" name="intent" value="not-anime">
              {t("admin.library.notAnime")}
            </Button>
            <Button type="submit" name="intent" value="ignore">
              {t("admin.library.ignore")}
            </Button>
          </div>
        </Form>
      </Section>
      <GroupFiles group={group} />
    </>
  );
}

function hasTitle({ decision }: MediaGroup): boolean {
  return decision !== null && decision.title !== null;
}

function CurrentDecision({
  group: { decision },
  path,
  name,
}: {
  group: MediaGroup;
  path: string;
  name: string;
}) {
  const { t, formatNumber } = useI18n();
  if (decision === null) return null;
  return (
    <>
      <Facts
        rows={[
          [
            t("admin.library.current"),
            decision.animeId !== null
              ? `${decision.title ?? t("admin.library.hidden")} (${formatNumber(decision.episodeOffset, { signDisplay: "exceptZero" })})`
              : t(decision.isAnime ? "admin.library.ignored" : "admin.library.notAnime"),
          ],
        ]}
      />
      <Form method="post" action={path} className="mt-4">
        <Button
          type="submit"
          name="intent"
          value="reopen"
          aria-label={t("admin.library.reopenOf", { name })}
        >
          {t("admin.library.reopen")}
        </Button>
      </Form>
    </>
  );
}

function GroupFiles({ group: { folder, files, count } }: { group: MediaGroup }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.library.groupFiles")}>
      <ul className="divide-y divide-rule border-y border-rule text-sm">
        {files.map(({ path, episode, isMissing, reason }) => (
          <li key={path} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
            <span className="min-w-0 grow basis-72 break-all">
              {folder}/{path}
              <span className="block text-xs break-words text-ink-faint">
                {isMissing ? t("admin.library.files.missing") : reason}
              </span>
            </span>
            <span className="w-32 text-ink-soft tabular-nums">
              {episode === null
                ? "–"
                : episode.first === episode.last
                  ? t("admin.library.episodes", { first: episode.first })
                  : t("admin.library.episodeRange", episode)}
            </span>
          </li>
        ))}
      </ul>
      {count > files.length ? (
        <p className="mt-3 text-sm text-ink-soft">
          {t("admin.library.more", { count: count - files.length })}
        </p>
      ) : null}
    </Section>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, nameOf(loaderData.group));
}
