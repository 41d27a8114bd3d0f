import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect } from "react";
import { Form, redirect, href } from "react-router";
import { z } from "zod";
import { UNRESTRICTED } from "~/features/catalog/visibility.server";
import {
  arrangeRails,
  isHomeRail,
  MAX_LAYOUT_RAILS,
  moveRail,
  RAIL_ID,
  RAIL_NAMES,
  searchOfRail,
} from "~/features/home/home-rails";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { listSavedSearches } from "~/features/saved-search/saved-searches.server";
import { i18nContext, servicesContext, signedInContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { CheckLine } from "~/ui/forms/field";
import { FormSuccess } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/customise-home";

const PATH = href("/home/customise");

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { t } = context.get(i18nContext);
  const { user } = await context.get(signedInContext);
  const searches = (await listSavedSearches(db, user.id, UNRESTRICTED)).filter(
    ({ pinned }) => pinned,
  );
  const { home } = readSitePreferences(user.preferences.site);
  const parameters = new URL(request.url).searchParams;
  return {
    rails: arrangeRails(
      home,
      searches.map(({ id }) => id),
    ).map(({ id, shown }) => ({
      id,
      shown,
      name: isHomeRail(id)
        ? t(RAIL_NAMES[id])
        : t("home.savedSearch", {
            name: searches.find((search) => search.id === searchOfRail(id))?.name ?? "",
          }),
    })),
    moved: parameters.get("moved"),
    isSaved: parameters.has("saved"),
  };
}

const rails = z.preprocess(
  (value) => (value === undefined ? [] : typeof value === "string" ? [value] : value),
  z.array(z.string().regex(RAIL_ID)).max(MAX_LAYOUT_RAILS),
);
const formSchema = z.union([
  z.object({ reset: z.string() }),
  z.object({
    rail: rails,
    shown: rails,
    move: z
      .string()
      .regex(/^(?:up|down) [\w:-]{1,50}$/)
      .optional(),
  }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await context.get(signedInContext);
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    const form = parseInput(formSchema, (await readBody(request)).value);
    if ("reset" in form) {
      await saveSitePreferences(db, user.id, { home: { order: [], hidden: [] } });
      return redirect(`${PATH}?saved=1`, 303);
    }
    const { rail: given, shown, move } = form;
    const [direction, moved] = move?.split(" ") ?? [];
    const order = moved === undefined ? given : moveRail(given, moved, direction === "up" ? -1 : 1);
    const hidden = given.filter((id) => !shown.includes(id));
    await saveSitePreferences(db, user.id, { home: { order, hidden } });
    return redirect(
      moved === undefined
        ? `${PATH}?saved=1`
        : `${PATH}?${new URLSearchParams({ moved: move ?? "" }).toString()}#${railElement(moved)}`,
      303,
    );
  });
}

export const clientAction = formAction<typeof action>();

function railElement(id: string): string {
  return `rail-${id}`;
}

export default function CustomiseHome({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { rails: rows, moved, isSaved } = loaderData;
  useEffect(() => {
    if (moved === null) return;
    const [direction, id = ""] = moved.split(" ");
    const buttons = [
      ...(document.getElementById(railElement(id))?.querySelectorAll("button") ?? []),
    ];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ value }) => value.startsWith(`${direction} `)) ?? usable[0])?.focus();
    // Moving a row takes the focus from its button.
  }, [moved, rows]);
  return (
    <div className="page-column pt-8 md:pt-12">
      <div className="max-w-2xl">
        <h1 className="text-3xl max-md:text-2xl">{t("home.customise")}</h1>
        <p className="mt-2 mb-6 text-sm text-ink-soft">{t("home.customise.description")}</p>
        <Form method="post" action={PATH} preventScrollReset>
          {/* What Enter in a checkbox submits. */}
          <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
          <ol className="divide-y divide-rule border-y border-rule">
            {rows.map(({ id, shown, name }, index) => (
              <li
                key={id}
                id={railElement(id)}
                className="flex scroll-mt-24 items-center gap-1 py-1"
              >
                <input type="hidden" name="rail" value={id} />
                <div className="min-w-0 grow">
                  <CheckLine name="shown" value={id} defaultChecked={shown} label={name} />
                </div>
                {(["up", "down"] as const).map((direction) => (
                  <Button
                    key={direction}
                    type="submit"
                    name="move"
                    value={`${direction} ${id}`}
                    weight="bare"
                    aria-label={t(`home.customise.${direction}`, { name })}
                    disabled={direction === "up" ? index === 0 : index === rows.length - 1}
                    className="disabled:invisible"
                  >
                    {direction === "up" ? (
                      <ArrowUp aria-hidden className="size-4" />
                    ) : (
                      <ArrowDown aria-hidden className="size-4" />
                    )}
                  </Button>
                ))}
              </li>
            ))}
          </ol>
          {isSaved && actionData === undefined ? (
            <div className="mt-6">
              <FormSuccess>{t("home.customise.saved")}</FormSuccess>
            </div>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button type="submit" weight="primary">
              {t("home.customise.save")}
            </Button>
            <Button type="submit" name="reset" value="true">
              {t("home.customise.reset")}
            </Button>
            <ButtonLink to={href("/searches")} weight="bare">
              {t("searches.all")}
            </ButtonLink>
          </div>
        </Form>
        <Toast message={actionData?.failure.message ?? null} />
      </div>
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "home.customise");
}
