import { useId, type ReactNode } from "react";
import { Form, redirect } from "react-router";
import { z } from "zod";
import { Invalid, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { setTitleHidden } from "~/features/curation/hide-title.server";
import {
  countUsersOf,
  deleteOwnTitle,
  listOwnEpisodes,
  saveOwnEpisodes,
  setOwnCover,
} from "~/features/curation/own-title.server";
import { CORRECTABLE_FIELDS } from "~/features/import/corrections/correctable-fields";
import { correctTitle, getTitleFacts } from "~/features/import/corrections/correct-title.server";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { servicesContext } from "~/http/context";
import { readImageField } from "~/http/pages/image-form.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { DEFAULT_BODY_LIMITS } from "~/http/request/body-limits";
import { parseInput, readBody } from "~/http/request/read-body.server";
import {
  isRecentlyConfirmed,
  requireRecentRole,
  requireRole,
} from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import {
  describedBy,
  FieldDescription,
  FormOutcome,
  TextAreaField,
  TextField,
} from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { ConfirmFirst } from "./confirm-first";
import { CoverFields } from "./cover-fields";
import { TitleFields } from "./title-fields";
import { readFacts, toText } from "./title-form.server";
import type { Route } from "./+types/title";

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("anime.notFound");
  return id;
}

const DONE = ["saved", "hidden", "shown", "added", "episodes", "merged"] as const;
const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("title.confirmDelete")),
});
const mergeSchema = z.object({
  into: animeIdSchema.refine(isPossibleAnimeId, zodMessage("anime.invalidId")),
  confirmMerge: z.literal("yes", zodMessage("title.confirmMerge")),
});

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    const id = readId(params.id);
    const { facts, imported, hidden, isByHand } = await getTitleFacts(db, id);
    const isOwner = hasRole(session.user.role, "owner");
    const done = new URL(request.url).searchParams.get("done");
    return {
      id,
      title: toText(facts.title),
      hidden,
      isOwner,
      isConfirmed: isRecentlyConfirmed(session),
      byHand:
        isByHand && isOwner
          ? { episodes: await listOwnEpisodes(db, id), users: await countUsersOf(db, id) }
          : null,
      fields: CORRECTABLE_FIELDS.map((name) => ({
        name,
        text: toText(facts[name]),
        imported: name in imported ? toText(imported[name] ?? null) : null,
      })),
      done: DONE.find((name) => name === done) ?? null,
    };
  });
}

/** Intents that moderators have too. */
const MODERATOR_INTENTS = new Set(["hide", "show"]);
const CONFIRMED_INTENTS = new Set(["delete", "merge"]);
const intentSchema = z.object({ intent: z.string().default("correct") });

export async function action({ request, params, context }: Route.ActionArgs) {
  await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const id = await withPageErrors(context, () => Promise.resolve(readId(params.id)));
  const body = await withPageErrors(context, () => readBody(request, LIMITS));
  const { intent } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(intentSchema, body.value)),
  );
  const least = MODERATOR_INTENTS.has(intent) ? "moderator" : "owner";
  const requireActor = CONFIRMED_INTENTS.has(intent) ? requireRecentRole : requireRole;
  const { user } = await requireActor(request, context, least);
  const actor = { via: "page", userId: user.id } as const;
  const done = (name: (typeof DONE)[number]) => redirect(`/admin/titles/${id}?done=${name}`);
  const work = async () => {
    switch (intent) {
      case "correct": {
        const fields = await correctTitle(db, id, readFacts(body.value));
        await recordAudit(db, actor, {
          action: "title.corrected",
          details: { title: id, facts: fields.join(", ") },
        });
        return done("saved");
      }
      case "cover": {
        const form = { request, context, userId: user.id };
        await setOwnCover(db, id, (await readImageField(body, "cover", form)) ?? null);
        await recordAudit(db, actor, {
          action: "title.corrected",
          details: { title: id, facts: "cover" },
        });
        return done("saved");
      }
      case "episodes":
        await saveOwnEpisodes(db, id, readEpisodes(body.value));
        await recordAudit(db, actor, { action: "title.episodes", details: { title: id } });
        return done("episodes");
      case "delete":
        parseInput(deleteSchema, body.value);
        await deleteOwnTitle(db, id);
        await recordAudit(db, actor, { action: "title.deleted", details: { title: id } });
        return redirect("/admin/titles");
      case "merge": {
        const { into } = parseInput(mergeSchema, body.value);
        await mergeTitles(db, { from: id, into });
        await recordAudit(db, actor, {
          action: "title.merged",
          details: { title: id, into },
        });
        return redirect(`/admin/titles/${into}?done=merged`);
      }
      case "hide":
      case "show": {
        const name = intent === "hide" ? "hidden" : "shown";
        if (await setTitleHidden(db, id, intent === "hide"))
          await recordAudit(db, actor, { action: `title.${name}`, details: { title: id } });
        return done(name);
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404, conflict: 409 });
}

/** A synopsis has up to 100,000 characters. */
const LIMITS = { ...DEFAULT_BODY_LIMITS, text: 512 * 1024, files: MAX_UPLOAD_BYTES };

/** A line is an episode; lines at the end that are empty are none. */
function readEpisodes(value: unknown): string[] {
  const { episodes } = parseInput(z.object({ episodes: z.string() }), value);
  return episodes.trimEnd() === "" ? [] : episodes.trimEnd().split(/\r\n|\r|\n/);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function TitlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, title, hidden, isOwner, isConfirmed, fields, byHand, done } = loaderData;
  const failure = actionData?.failure;
  const path = `/admin/titles/${id}`;
  const message = {
    saved: "admin.title.saved",
    hidden: null,
    shown: "admin.title.shown",
    added: "admin.title.added",
    episodes: "admin.title.episodesSaved",
    merged: "admin.title.merged",
  } as const;
  const success = done === null ? null : message[done];
  return (
    <>
      <h1 className="mt-8 text-2xl break-words">{title}</h1>
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
        {hidden ? null : <TextLink to={`/anime/${id}`}>{t("admin.title.view")}</TextLink>}
        <TextLink to="/admin/titles">{t("admin.titles")}</TextLink>
      </p>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={success === null ? null : t(success)}
          failure={failure}
          message={failure?.message}
        />
      </div>
      {isOwner ? (
        <Section title={t("admin.title.facts")} className="mt-8">
          <p className="max-w-prose text-sm text-ink-soft">
            {t(byHand === null ? "admin.title.description" : "admin.title.byHand")}
          </p>
          <TitleForm id={id} name={t("admin.title.facts")} className="mt-6">
            <TitleFields fields={fields} failure={failure} />
            <Button type="submit" weight="primary" name="intent" value="correct">
              {t("step.save")}
            </Button>
          </TitleForm>
        </Section>
      ) : null}
      {byHand === null ? null : (
        <>
          <Section title={t("admin.title.cover")}>
            <TitleForm id={id} name={t("admin.title.cover")} encType="multipart/form-data">
              <CoverFields failure={failure} />
              <Button type="submit" name="intent" value="cover">
                {t("step.save")}
              </Button>
            </TitleForm>
          </Section>
          <Section title={t("admin.title.episodeList")}>
            <TitleForm id={id} name={t("admin.title.episodeList")}>
              <TextAreaField
                label={t("admin.title.episodeTitles")}
                hint={t("admin.title.episodeTitles.hint", { id: String(id) })}
                name="episodes"
                rows={8}
                defaultValue={byHand.episodes.join("\n")}
                failure={failure}
              />
              <Button type="submit" name="intent" value="episodes">
                {t("step.save")}
              </Button>
            </TitleForm>
          </Section>
        </>
      )}
      <Section title={t("admin.title.visibility")}>
        <p className="mb-4 max-w-prose text-sm text-ink-soft">
          {t(hidden ? "admin.title.hidden" : "admin.title.hide.description")}
        </p>
        <Form method="post" action={path} aria-label={t("admin.title.visibility")}>
          <Button type="submit" name="intent" value={hidden ? "show" : "hide"}>
            {t(hidden ? "admin.title.show" : "admin.title.hide")}
          </Button>
        </Form>
      </Section>
      {isOwner ? (
        <Section title={t("admin.title.merge")}>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            {t("admin.title.merge.description")}
          </p>
          {isConfirmed ? (
            <TitleForm id={id} name={t("admin.title.merge")}>
              <TextField
                label={t("admin.title.merge.into")}
                name="into"
                inputMode="numeric"
                failure={failure}
              />
              <Confirmation
                name="confirmMerge"
                label={t("admin.title.merge.confirm")}
                failure={failure}
              />
              <Button type="submit" name="intent" value="merge">
                {t("admin.title.merge")}
              </Button>
            </TitleForm>
          ) : (
            <ConfirmFirst returnTo={path} />
          )}
        </Section>
      ) : null}
      {byHand === null ? null : (
        <Section title={t("admin.title.delete")}>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            {t("admin.title.delete.description", { count: byHand.users })}
          </p>
          {isConfirmed ? (
            <TitleForm id={id} name={t("admin.title.delete")}>
              <Confirmation
                name="confirm"
                label={t("admin.title.delete.confirm")}
                failure={failure}
              />
              <Button type="submit" name="intent" value="delete">
                {t("admin.title.delete")}
              </Button>
            </TitleForm>
          ) : (
            <ConfirmFirst returnTo={path} />
          )}
        </Section>
      )}
    </>
  );
}

interface TitleFormProps {
  id: number;
  /** Its accessible name. */
  name: string;
  encType?: "multipart/form-data";
  className?: string;
  children: ReactNode;
}

function TitleForm({ id, name, encType, className, children }: TitleFormProps) {
  return (
    <Form
      method="post"
      action={`/admin/titles/${id}`}
      encType={encType}
      noValidate
      aria-label={name}
      className={classNames("max-w-xl space-y-5", className)}
    >
      {children}
    </Form>
  );
}

interface ConfirmationProps {
  name: string;
  label: string;
  failure: FormFailure | undefined;
}

function Confirmation({ name, label, failure }: ConfirmationProps) {
  const id = useId();
  const error = failure?.fields[name];
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          value="yes"
          className="size-5"
          {...describedBy(id, { error })}
        />
        {label}
      </label>
      <FieldDescription id={id} error={error} />
    </div>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.title");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
