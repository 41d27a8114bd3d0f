import { Form, href, Link, redirectDocument } from "react-router";
import { profileSwitchSchema } from "~/features/accounts/household/household-input";
import { listProfiles, type ProfileFace } from "~/features/accounts/household/list-profiles.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { Avatar } from "~/features/accounts/view/avatar";
import { PinField } from "~/features/accounts/view/pin-field";
import { ProfileFaces } from "~/features/accounts/view/profile-faces";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { servicesContext, signedInContext } from "~/http/context";
import { openProfile } from "~/http/forms/open-profile.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import type { Route } from "./+types/profiles";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, householdId } = await context.get(signedInContext);
  const { db } = context.get(servicesContext);
  // The page gets no other data of a profile until it is opened.
  const profiles = (await listProfiles(db, householdId)).map(
    ({ id, name, avatarUrl, hasPin }): ProfileFace => ({ id, name, avatarUrl, hasPin }),
  );
  const chosen = new URL(request.url).searchParams.get("profile");
  return {
    profiles,
    current: user.id,
    mayManage: user.email !== null,
    chosen: profiles.find(({ id, hasPin }) => hasPin && id === chosen && id !== user.id) ?? null,
  };
}

/** Opens the chosen profile. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    await consumeRateLimit("profileSwitch", context);
    const chosen = parseInput(profileSwitchSchema, body.value);
    const { headers } = await openProfile(request, context, session, chosen);
    return redirectDocument("/", { headers, status: 303 });
  };
  return withFormFailure(body, context, work, {
    unauthenticated: 401,
    forbidden: 403,
    "not-found": 404,
  });
}

export default function Profiles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { profiles, current, mayManage, chosen } = loaderData;
  const failure = actionData?.failure;
  if (chosen !== null) return <PinForm profile={chosen} failure={failure} />;
  return (
    <div className="page-column pt-8 text-center md:pt-16">
      <h1 className="text-3xl">{t("profiles.heading")}</h1>
      <div className="mx-auto mt-8 max-w-4xl md:mt-12">
        <FormMessage>{failure?.message}</FormMessage>
        <ProfileFaces profiles={profiles} current={current} />
      </div>
      {mayManage ? (
        <p className="mt-10">
          <ButtonLink to={href("/profiles/manage")}>{t("profiles.manage")}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

interface PinFormProps {
  profile: { id: string; name: string; avatarUrl: string | null };
  failure: FormFailure | undefined;
}

function PinForm({ profile: { id, name, avatarUrl }, failure }: PinFormProps) {
  const { t } = useI18n();
  const heading = t("profiles.pin.of", { name });
  return (
    <AccountFrame title={heading} glyph="確認" lead={t("profiles.pin.forgotten")}>
      <FormMessage>{failure?.message}</FormMessage>
      <Form method="post" reloadDocument noValidate aria-label={heading} className="space-y-5">
        <Avatar name={name} url={avatarUrl} size={96} />
        <input type="hidden" name="id" value={id} />
        <PinField label={t("profiles.pin")} required failure={failure} />
        <Button type="submit" weight="primary" className="w-full">
          {t("profiles.open")}
        </Button>
      </Form>
      <p className="mt-6">
        <Link
          to={href("/profiles")}
          className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text underline underline-offset-4"
        >
          {t("profiles.others")}
        </Link>
      </p>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "profiles.heading");
}
