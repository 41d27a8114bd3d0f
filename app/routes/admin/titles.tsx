import { titleToEditPath } from "~/pages/admin/title-path";
import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { hasRole } from "~/features/accounts/roles/roles";
import {
  findTitles,
  listWithdrawnTitles,
  listMergedTitles,
  listOwnTitles,
  MAX_TITLE_QUERY_LENGTH,
} from "~/features/curation/find-titles.server";
import { CORRECTABLE_FIELDS } from "~/features/import/corrections/correctable-fields";
import { listCorrectedTitles } from "~/features/import/corrections/correct-title.server";
import { servicesContext } from "~/http/context";
import { noindexMeta } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { Section } from "~/ui/section";
import type { Route } from "./+types/titles";
import { FACT_DOT } from "~/ui/fact-dot";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const query = (new URL(request.url).searchParams.get("q") ?? "")
    .replaceAll("\0", "")
    .slice(0, MAX_TITLE_QUERY_LENGTH);
  const isOwner = hasRole(user.role, "owner");
  const [found, withdrawn, corrected, own, merged] = await Promise.all([
    findTitles(db, query),
    listWithdrawnTitles(db),
    isOwner ? listCorrectedTitles(db) : [],
    listOwnTitles(db),
    listMergedTitles(db),
  ]);
  return {
    query,
    isOwner,
    found,
    withdrawn,
    corrected,
    own,
    merged,
    maxQueryLength: MAX_TITLE_QUERY_LENGTH,
  };
}

export default function Titles({ loaderData }: Route.ComponentProps) {
  const { t, formatList } = useI18n();
  const { query, isOwner, found, withdrawn, corrected, own, merged, maxQueryLength } = loaderData;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.titles")}</h1>
      <Form
        role="search"
        aria-label={t("admin.titles.search")}
        className="mt-6 flex flex-wrap items-end gap-3"
      >
        <div className="min-w-48 grow">
          <Field label={t("admin.titles.query")}>
            <TextInput type="search" name="q" defaultValue={query} maxLength={maxQueryLength} />
          </Field>
        </div>
        <Button type="submit">{t("admin.titles.find")}</Button>
      </Form>
      {query === "" ? null : (
        <TitleList heading={t("admin.titles.found")}>
          {found.map((title) => (
            <TitleItem key={title.id} title={title}>
              {title.withdrawn ? t("admin.titles.hidden") : null}
            </TitleItem>
          ))}
        </TitleList>
      )}
      <TitleList heading={t("admin.titles.own")} description={t("admin.titles.own.description")}>
        {own.map((title) => (
          <TitleItem key={title.id} title={title} />
        ))}
      </TitleList>
      {isOwner ? (
        <p className="mt-4">
          <ButtonLink to={href("/admin/titles/new")}>{t("admin.newTitle")}</ButtonLink>
        </p>
      ) : null}
      <TitleList
        heading={t("admin.titles.hidden")}
        description={t("admin.titles.hidden.description")}
      >
        {withdrawn.map((title) => (
          <TitleItem key={title.id} title={title} />
        ))}
      </TitleList>
      {merged.length === 0 ? null : (
        <TitleList heading={t("admin.titles.merged")}>
          {merged.map(({ id, title, into }) => (
            <TitleItem key={id} title={into}>
              {t("admin.titles.mergedFrom", { title, id: String(id) })}
            </TitleItem>
          ))}
        </TitleList>
      )}
      {isOwner ? (
        <TitleList
          heading={t("admin.titles.corrected")}
          description={t("admin.titles.corrected.description")}
        >
          {corrected.map(({ fields, ...title }) => (
            <TitleItem key={title.id} title={title}>
              {formatList(
                CORRECTABLE_FIELDS.filter((field) => fields.includes(field)).map((field) =>
                  t(`admin.title.${field}`),
                ),
              )}
            </TitleItem>
          ))}
        </TitleList>
      ) : null}
    </>
  );
}

function TitleList({
  heading,
  description,
  children,
}: {
  heading: string;
  description?: string;
  children: readonly ReactNode[];
}) {
  const { t } = useI18n();
  return (
    <Section title={heading}>
      {description === undefined ? null : (
        <p className="mb-2 max-w-prose text-sm text-ink-soft">{description}</p>
      )}
      {children.length === 0 ? (
        <p className="text-sm text-ink-faint">{t("admin.titles.none")}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule text-sm">{children}</ul>
      )}
    </Section>
  );
}

interface TitleItemProps {
  title: { id: number; title: string; type?: string | null; year?: number | null };
  children?: ReactNode;
}

function TitleItem({
  title: { id, title, type = null, year = null },
  children = null,
}: TitleItemProps) {
  const { label } = useI18n();
  const facts = [...(type === null ? [] : [label("type", type)]), year, `#${id}`];
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <Link
        to={titleToEditPath(id)}
        className="inline-flex min-h-11 min-w-0 grow basis-64 items-center font-medium break-words hover:text-accent-text"
      >
        {title}
      </Link>
      {children === null ? null : <span className="text-ink-soft">{children}</span>}
      <span className="text-xs text-ink-faint">
        {facts.filter((fact) => fact !== null).join(FACT_DOT)}
      </span>
    </li>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.titles");
}
