import { Form, redirect } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import type { AuditAction } from "~/features/accounts/audit/audit-actions";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { decideGroup, reopenGroup } from "~/features/library/decide-group.server";
import { getGroup, type MediaGroup } from "~/features/library/get-group.server";
import { attachSchema, groupSchema } from "~/features/library/group-input";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { i18nContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Field, FieldGroup } from "~/ui/forms/field";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { TextInput } from "~/ui/forms/text-input";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Section } from "~/ui/section";
import { Facts } from "./facts";
import { LibraryLink } from "./library-link";
import { groupPath } from "./library-paths";
import type { Route } from "./+types/library-group";

const MAX_QUERY_LENGTH = 200;

function readGroup(request: Request) {
  const { searchParams } = new URL(request.url);
  const { folder, group } = parseInput(groupSchema, Object.fromEntries(searchParams));
  return { folder, groupKey: group };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const query = text.replaceAll("\0", "").trim().slice(0, MAX_QUERY_LENGTH);
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

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, scanRequests } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const group = await withPageErrors(context, () => Promise.resolve(readGroup(request)));
  const done = async (
    action: AuditAction & `library.${string}`,
    name: "attached" | "ignored" | "reopened",
    details: Record<string, string | number>,
  ) => {
    const { folder, groupKey } = group;
    await recordAudit(
      db,
      { via: "page", userId: user.id },
      { action, details: { folder, group: groupKey, ...details } },
    );
    return redirect(`/admin/library?done=${name}`);
  };
  const ignore = async (isAnime: boolean) => {
    const files = await decideGroup(db, { ...group, animeId: null, isAnime, episodeOffset: 0 });
    return done("library.ignored", "ignored", { files });
  };
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "attach": {
        const { anime, offset } = parseInput(attachSchema, body.value);
        const files = await decideGroup(db, { ...group, animeId: anime, episodeOffset: offset });
        return done("library.attached", "attached", { anime, offset, files });
      }
      case "ignore":
        return ignore(true);
      case "not-anime":
        return ignore(false);
      case "reopen": {
        const files = await reopenGroup(db, group);
        scanRequests.request();
        return done("library.reopened", "reopened", { files });
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function LibraryGroup({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { group, query, found } = loaderData;
  const failure = actionData?.failure;
  const [example] = group.files;
  const name = group.parsedTitle === "" ? (example?.path ?? "") : group.parsedTitle;
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
          action="/admin/library/group"
          aria-label={t("admin.library.search")}
          className="mb-6 flex max-w-2xl flex-wrap items-end gap-3"
          preventScrollReset
        >
          <input type="hidden" name="folder" value={group.folder} />
          <input type="hidden" name="group" value={group.groupKey} />
          <div className="min-w-48 grow">
            <Field label={t("admin.library.search")}>
              <TextInput type="search" name="q" defaultValue={query} maxLength={MAX_QUERY_LENGTH} />
            </Field>
          </div>
          <Button type="submit">{t("admin.people.find")}</Button>
        </Form>
        <Form
          key={`${query}/${chosen}`}
          method="post"
          action={path}
          noValidate
          aria-label={t("admin.library.choose")}
          className="max-w-2xl space-y-6"
        >
          {query === "" ? null : (
            <FieldGroup legend={t("admin.library.searchResults")}>
              {found.length === 0 ? (
                <p className="text-sm text-ink-soft">{t("admin.library.notFound")}</p>
              ) : (
                found.map(({ id, title, year, type }) => (
                  <TitleChoice
                    key={id}
                    id={id}
                    isChosen={String(id) === chosen}
                    title={title}
                    note={[type, year].filter((part) => part !== null).join(" · ")}
                  />
                ))
              )}
            </FieldGroup>
          )}
          <Suggestions
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

/** The decided title and what matching suggests, without those that the search has found. */
function Suggestions({
  group: { suggestions, decision },
  chosen,
  listed,
  isEmpty,
}: {
  group: MediaGroup;
  chosen: string;
  listed: ReadonlySet<number>;
  isEmpty: boolean;
}) {
  const { t, formatNumber } = useI18n();
  const decided = decision?.animeId ?? null;
  const title = decision?.title ?? null;
  const choices = [
    ...(decided === null || title === null
      ? []
      : [{ malId: decided, title, note: t("admin.library.current") }]),
    ...suggestions
      .filter(({ malId }) => malId !== decided)
      .map(({ malId, title: suggested, confidence, reason }) => ({
        malId,
        title: suggested,
        note: `${t("admin.library.confidence", { percent: formatNumber(confidence, { style: "percent" }) })} · ${reason}`,
      })),
  ].filter(({ malId }) => !listed.has(malId));
  if (isEmpty) return <p className="text-sm text-ink-soft">{t("admin.library.noSuggestion")}</p>;
  if (choices.length === 0) return null;
  return (
    <FieldGroup legend={t("admin.library.suggestions")}>
      {choices.map(({ malId, title, note }) => (
        <TitleChoice
          key={malId}
          id={malId}
          isChosen={String(malId) === chosen}
          title={title}
          note={note}
        />
      ))}
    </FieldGroup>
  );
}

function TitleChoice({
  id,
  title,
  note,
  isChosen,
}: {
  id: number;
  title: string;
  note: string;
  isChosen: boolean;
}) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-sm px-1 py-2 text-sm hover:bg-sunken">
      <input
        type="radio"
        name="anime"
        value={id}
        defaultChecked={isChosen}
        className="mt-0.5 size-4 shrink-0"
      />
      <span className="min-w-0">
        <span className="block font-medium break-words">{title}</span>
        <span className="block text-xs break-words text-ink-faint">{note}</span>
      </span>
    </label>
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

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library");
}
