import { redirect } from "react-router";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { AuditAction } from "~/features/accounts/audit/audit-actions";
import { declineWish, reopenWish } from "~/features/wishes/decide-wishes.server";
import { wishDecisionSchema } from "~/features/wishes/wish-input";
import { noindexMeta } from "~/frame/page-i18n";
import { servicesContext, visitorSettingsContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { useI18n } from "~/i18n/i18n-context";
import { loadWishes } from "~/pages/admin/load-wishes.server";
import { WishItem } from "~/pages/admin/wish-item";
import { wishesPath } from "~/pages/admin/wishes-path";
import { TabLink } from "~/pages/parts/tab-link";
import { readPageNumber } from "~/parsing/page-number";
import { formAction } from "~/ui/forms/form-action";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { FormOutcome } from "~/ui/forms/form-field";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/wishes";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const { titleLanguage: language } = context.get(visitorSettingsContext);
  const asked = readShown(request);
  const { page, ...wishes } = await loadWishes(db, { ...asked, language });
  return {
    ...wishes,
    shown: { ...asked, page },
    zone: userZone(request, user),
  };
}

function readShown(request: Request) {
  const { searchParams } = new URL(request.url);
  return {
    isDeclined: searchParams.get("state") === "declined",
    page: readPageNumber(searchParams),
  };
}

/** Declines wishes, or reopens them. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const decision = parseInput(wishDecisionSchema, body.value);
    const { animeId, episode } = decision;
    const record = (action: AuditAction) => (tx: Parameters<typeof recordAudit>[0]) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action, details: { anime: animeId, ...(episode === null ? {} : { episode }) } },
      );
    await (decision.intent === "decline"
      ? declineWish(db, decision, record("wish.declined"))
      : reopenWish(db, decision, record("wish.reopened")));
    return redirect(wishesPath(readShown(request)));
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function AdminWishes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { wished, total, lastPage, shown, zone } = loaderData;
  const { isDeclined, page } = shown;
  const failure = actionData?.failure;
  const refused = `${submittedText(failure, "animeId")}/${submittedText(failure, "episode")}`;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.wishes")}</h1>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">{t("admin.wishes.description")}</p>
      <ul aria-label={t("admin.wishes.filter")} className="mt-4 flex gap-x-5">
        {[false, true].map((declined) => (
          <li key={String(declined)}>
            <TabLink
              to={wishesPath({ isDeclined: declined, page: 1 })}
              isCurrent={declined === isDeclined}
            >
              {t(declined ? "admin.wishes.declined" : "admin.wishes.open")}
            </TabLink>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <FormOutcome success={null} failure={failure} message={formMessage(failure, "reason")} />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        {total === 0 ? t("admin.wishes.none") : t("admin.wishes.count", { count: total })}
      </p>
      {total === 0 ? null : (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {wished.map((item) => {
            const id = `${item.animeId}/${item.episode ?? ""}`;
            return (
              <WishItem
                key={id}
                item={item}
                path={wishesPath(shown)}
                zone={zone}
                failure={refused === id ? failure : undefined}
              />
            );
          })}
        </ul>
      )}
      <Pagination
        current={page}
        last={lastPage}
        pageHref={(number) => wishesPath({ isDeclined, page: number })}
      />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.wishes");
}
