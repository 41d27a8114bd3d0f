import { Form, redirect, href } from "react-router";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { SITE_DOWNLOADS, SITE_SIGN_UPS, SITE_THEMES } from "~/features/site/site-choices";
import { siteSettingsSchema } from "~/features/site/site-settings";
import { servicesContext, siteContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { parseFormFields } from "~/http/pages/form-values";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { LOCALE_NAMES, LOCALES } from "~/i18n/locales";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome, SelectField, TextField } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { submittedText } from "~/ui/forms/form-failure";
import { Toast } from "~/ui/changes/toast";
import { SiteWebhooks } from "~/features/notifications/view/site-webhooks";
import { userZone } from "~/http/viewer/user-zone.server";
import { loadSiteWebhooks } from "~/pages/notifications/load-channels.server";
import { isWebhookForm, submitWebhooks } from "./submit-webhooks.server";
import type { Route } from "./+types/settings";

const DONE = ["settings", "saved", "added", "paused", "resumed", "removed"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { siteSettings } = context.get(siteContext);
  const { config, db } = context.get(servicesContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    settings: await siteSettings.readStored(),
    webhooks: await loadSiteWebhooks(db),
    zone: userZone(request, user),
    signUpsDefault: config.signUps,
    done: DONE.find((name) => name === done) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { siteSettings } = context.get(siteContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    if (isWebhookForm(body)) return submitWebhooks(body, context, user.id);
    const fields = parseFormFields(body, { optional: ["signUps", "defaultLocale"] });
    await siteSettings.save(parseInput(siteSettingsSchema, fields), (tx, changed) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action: "settings.changed", details: { settings: changed.join(", ") } },
      ),
    );
    return redirect(`${href("/admin/settings")}?done=settings`);
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function SiteSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { settings, webhooks, zone, signUpsDefault, done } = loaderData;
  const failed =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const isOfWebhook = submittedText(failed, "intent") !== null;
  const failure = isOfWebhook ? undefined : failed;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.settings")}</h1>
      <div className="mt-4">
        <FormOutcome
          success={
            done === "settings" && actionData === undefined ? t("settings.done.saved") : null
          }
          failure={failure}
          message={failure?.message}
        />
      </div>
      <Form
        method="post"
        action={href("/admin/settings")}
        noValidate
        aria-label={t("admin.settings")}
        className="mt-6 max-w-xl space-y-6"
      >
        <SelectField
          label={t("admin.signUps")}
          name="signUps"
          defaultValue={settings.signUps ?? ""}
          failure={failure}
          options={[
            [
              "",
              t("admin.settings.signUpsDefault", { mode: t(`admin.signUps.${signUpsDefault}`) }),
            ],
            ...SITE_SIGN_UPS.map((mode) => [mode, t(`admin.signUps.${mode}`)] as const),
          ]}
        />
        <TextField
          label={t("admin.settings.name")}
          hint={t("admin.settings.name.hint")}
          name="name"
          maxLength={40}
          defaultValue={settings.name}
          failure={failure}
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <SelectField
            label={t("admin.settings.language")}
            name="defaultLocale"
            defaultValue={settings.defaultLocale ?? ""}
            failure={failure}
            options={[
              ["", t("admin.settings.browser")],
              ...LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]] as const),
            ]}
          />
          <SelectField
            label={t("admin.settings.theme")}
            name="defaultTheme"
            defaultValue={settings.defaultTheme}
            failure={failure}
            options={SITE_THEMES.map((theme) => [theme, t(`choice.${theme}`)] as const)}
          />
        </div>
        <SelectField
          label={t("admin.settings.downloads")}
          hint={t("admin.settings.downloads.hint")}
          name="downloads"
          defaultValue={settings.downloads}
          failure={failure}
          options={SITE_DOWNLOADS.map(
            (minimumRole) => [minimumRole, t(`admin.settings.downloads.${minimumRole}`)] as const,
          )}
        />
        <TextField
          label={t("admin.settings.welcome")}
          hint={t("admin.settings.welcome.hint")}
          name="welcome"
          maxLength={1000}
          defaultValue={settings.welcome}
          failure={failure}
        />
        <TextField
          label={t("admin.settings.announcement")}
          hint={t("admin.settings.announcement.hint")}
          name="announcement"
          maxLength={300}
          defaultValue={settings.announcement}
          failure={failure}
        />
        <Button type="submit" weight="primary">
          {t("step.save")}
        </Button>
      </Form>
      <div className="max-w-3xl">
        <SiteWebhooks
          {...webhooks}
          zone={zone}
          tested={actionData !== undefined && "tested" in actionData ? actionData.tested : null}
          created={actionData !== undefined && "secret" in actionData ? actionData : null}
          failure={isOfWebhook ? failed : undefined}
        />
      </div>
      <Toast
        message={
          done === null || done === "settings" || actionData !== undefined
            ? null
            : t(`channels.done.${done}`)
        }
      />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.settings");
}
