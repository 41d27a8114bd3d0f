import { titleToEditPath } from "~/pages/admin/title-path";
import { Form, href, Link, redirect } from "react-router";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { addTitle } from "~/features/curation/add-title.server";
import { servicesContext } from "~/http/context";
import { readImageField, withImageForm } from "~/http/forms/receive-image.server";
import { noindexMeta } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/forms/choices";
import { FormMessage } from "~/ui/forms/form-field";
import { formMessage } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { CoverFields } from "~/pages/admin/cover-fields";
import { emptyTitleFields, TitleFields } from "~/pages/admin/title-fields";
import { readFacts } from "~/pages/admin/title-facts.server";
import type { Route } from "./+types/new-title";

const PATH = href("/admin/titles/new");
/** The rating that parental control hides. */
const MATURE_RATING = "Rx";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  return {};
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const form = { request, context, userId: user.id };
  const { db } = context.get(servicesContext);
  return withImageForm(form, async (body) => {
    const image = (await readImageField(body, "cover", form)) ?? null;
    const facts = readFacts(body.value);
    if (isForAdults(body.value)) facts.rating = MATURE_RATING;
    const id = await addTitle(db, { facts, image }, (tx, added) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action: "title.added", details: { title: added } },
      ),
    );
    return redirect(`${titleToEditPath(id)}?done=added`);
  });
}

function isForAdults(value: unknown): boolean {
  const given =
    typeof value === "object" && value !== null && "adult" in value ? value.adult : null;
  return (Array.isArray(given) ? given : [given]).includes("true");
}

export const clientAction = formAction<typeof action>();

export default function NewTitle({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const failure = actionData?.failure;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.newTitle")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("admin.newTitle.description")}</p>
      <div className="mt-4">
        <FormMessage>{formMessage(failure)}</FormMessage>
      </div>
      <Form
        method="post"
        action={PATH}
        encType="multipart/form-data"
        noValidate
        aria-label={t("admin.newTitle")}
        className="mt-6 max-w-xl space-y-5"
      >
        <TitleFields fields={emptyTitleFields()} failure={failure} />
        <CoverFields failure={failure} />
        <Switch
          name="adult"
          label={t("admin.newTitle.adult")}
          hint={t("admin.newTitle.adult.hint")}
          on={failure?.values["adult"]?.includes("true") ?? false}
        />
        <Button type="submit" weight="primary">
          {t("admin.newTitle.add")}
        </Button>
      </Form>
      <p className="mt-6 text-sm">
        <Link to={href("/admin/titles")} className="text-accent-text underline underline-offset-4">
          {t("admin.titles")}
        </Link>
      </p>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.newTitle");
}
