import type { ReactNode } from "react";
import { Form } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { TitleFields } from "~/pages/admin/title-fields";
import { loadTitleToEdit, changeTitle } from "~/pages/admin/title-page.server";
import { TitleForm } from "~/pages/admin/title-forms";
import { HandMadeParts, TitleDeletion, TitleMerger } from "~/pages/admin/title-sections";
import type { Route } from "./+types/title";

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadTitleToEdit(request, context, params);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return changeTitle(request, context, params);
}

export const clientAction = formAction<typeof action>();

export default function TitlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, title, withdrawn, isOwner, isConfirmed, fields, byHand, done } = loaderData;
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
        {withdrawn ? null : <TextLink to={`/anime/${id}`}>{t("admin.title.view")}</TextLink>}
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
      {byHand === null ? null : <HandMadeParts id={id} byHand={byHand} failure={failure} />}
      <Section title={t("admin.title.visibility")}>
        <p className="mb-4 max-w-prose text-sm text-ink-soft">
          {t(withdrawn ? "admin.title.hidden" : "admin.title.hide.description")}
        </p>
        <Form method="post" action={path} aria-label={t("admin.title.visibility")}>
          <Button type="submit" name="intent" value={withdrawn ? "show" : "hide"}>
            {t(withdrawn ? "admin.title.show" : "admin.title.hide")}
          </Button>
        </Form>
      </Section>
      {isOwner ? <TitleMerger id={id} isConfirmed={isConfirmed} failure={failure} /> : null}
      {byHand === null ? null : (
        <TitleDeletion id={id} users={byHand.users} isConfirmed={isConfirmed} failure={failure} />
      )}
    </>
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
