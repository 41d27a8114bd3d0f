import { Form, Link, redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import {
  CORRECTABLE_FIELDS,
  isListField,
  type CorrectableField,
} from "~/features/import/corrections/correctable-fields";
import {
  correctTitle,
  getTitleFacts,
  type Facts,
  type FactValue,
} from "~/features/import/corrections/correct-title.server";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { FormMessage, FormSuccess, TextAreaField, TextField } from "~/ui/forms/form-field";
import { networkFailure } from "~/ui/forms/form-failure";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import type { Route } from "./+types/title";

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("anime.notFound");
  return id;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    const id = readId(params.id);
    const { facts, imported } = await getTitleFacts(db, id);
    return {
      id,
      fields: CORRECTABLE_FIELDS.map((name) => ({
        name,
        text: toText(facts[name]),
        imported: name in imported ? toText(imported[name] ?? null) : null,
      })),
      isSaved: new URL(request.url).searchParams.has("done"),
    };
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const id = await withPageErrors(context, () => Promise.resolve(readId(params.id)));
  const body = await withPageErrors(context, () => readBody(request, LIMITS));
  const work = async () => {
    const fields = await correctTitle(db, id, readFacts(body.value));
    const actor = { via: "page", userId: user.id } as const;
    await recordAudit(db, actor, {
      action: "title.corrected",
      details: { title: id, facts: fields.join(", ") },
    });
    return redirect(`/admin/titles/${id}?done`);
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}

/** A synopsis has up to 100,000 characters. */
const LIMITS = { text: 512 * 1024 };

function toText(value: FactValue): string {
  return Array.isArray(value) ? value.join(", ") : value === null ? "" : String(value);
}

function readFacts(value: unknown): Facts {
  const given = typeof value === "object" && value !== null ? value : {};
  const entries = CORRECTABLE_FIELDS.map((field) => {
    const text: unknown = field in given ? given[field as keyof typeof given] : "";
    return [field, fromText(field, typeof text === "string" ? text.trim() : "")];
  });
  return Object.fromEntries(entries) as Facts;
}

function fromText(field: CorrectableField, text: string): FactValue {
  if (isListField(field))
    return text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
  if (text === "") return null;
  return field === "episodes" || field === "year" ? Number(text) : text;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction, (words) => networkFailure(words));
}

export default function TitleFactsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, fields, isSaved } = loaderData;
  const failure = actionData?.failure;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.title")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("admin.title.description")}</p>
      <div className="mt-4">
        {isSaved && failure === undefined ? (
          <FormSuccess>{t("admin.title.saved")}</FormSuccess>
        ) : null}
        <FormMessage>{failure?.message}</FormMessage>
      </div>
      <Form
        method="post"
        action={`/admin/titles/${id}`}
        noValidate
        aria-label={t("admin.title")}
        className="mt-6 max-w-xl space-y-5"
      >
        {fields.map(({ name, text, imported }) => {
          const Control = name === "synopsis" ? TextAreaField : TextField;
          return (
            <Control
              key={name}
              label={t(`admin.title.${name}`)}
              name={name}
              defaultValue={text}
              hint={
                imported === null
                  ? undefined
                  : t("admin.title.imported", { value: imported === "" ? "–" : imported })
              }
              failure={failure}
            />
          );
        })}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" weight="primary">
            {t("step.save")}
          </Button>
          <ButtonLink to={`/anime/${id}`}>{t("admin.title.view")}</ButtonLink>
        </div>
      </Form>
      <p className="mt-6 text-sm">
        <Link to="/admin/catalog" className="text-accent-text underline underline-offset-4">
          {t("admin.catalog")}
        </Link>
      </p>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.title");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
