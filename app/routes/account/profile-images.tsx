import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { Avatar } from "~/features/accounts/view/avatar";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { ImageField } from "~/features/uploads/view/image-field";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { useHydrated } from "~/ui/use-hydrated";
import { Banner, profileBannerUrl } from "./banner";

interface ProfileImagesProps {
  profile: Pick<ProfileRecord, "id" | "name" | "avatar_url" | "banner_image">;
  failure?: FormFailure | undefined;
}

export function ProfileImages({ profile, failure }: ProfileImagesProps) {
  const { t } = useI18n();
  const { id, name, avatar_url, banner_image } = profile;
  const ownBanner = profileBannerUrl(id);
  return (
    <div className="space-y-4">
      <ImageForm
        field="avatar"
        label={t("images.avatar")}
        url={avatar_url}
        failure={failure}
        shown={(url) => <Avatar name={name} url={url} size={96} />}
      />
      <ImageForm
        field="banner_image"
        label={t("images.banner")}
        url={banner_image}
        failure={failure}
        shown={(url) => <Banner url={url ?? ownBanner} />}
      />
    </div>
  );
}

interface ImageFormProps {
  field: "avatar" | "banner_image";
  label: string;
  url: string | null;
  shown: (url: string | null) => ReactNode;
  failure: FormFailure | undefined;
}

/** Removes or replaces an image. With scripts it submits after the upload. */
function ImageForm({ field, label, url, shown, failure: refused }: ImageFormProps) {
  const fetcher = useFetcher<{ failure: FormFailure } | undefined>();
  const { t } = useI18n();
  const hydrated = useHydrated();
  const failure =
    fetcher.data?.failure ?? (refused?.values["picture"]?.[0] === field ? refused : undefined);
  const save = (uploaded: string) =>
    void fetcher.submit(
      { [field]: uploaded, picture: field },
      { method: "post", preventScrollReset: true },
    );
  return (
    <fetcher.Form method="post" encType="multipart/form-data" aria-label={label} preventScrollReset>
      <FormMessage>{failure?.message}</FormMessage>
      <input type="hidden" name="picture" value={field} />
      <ImageField
        label={label}
        name={field}
        url={url}
        shown={shown}
        failure={failure}
        onSent={save}
      >
        {hydrated ? null : <Button type="submit">{t("images.save")}</Button>}
        {url === null ? null : (
          <Button
            type="submit"
            name={`${field}_remove`}
            value="yes"
            aria-label={t(field === "avatar" ? "images.removeAvatar" : "images.removeBanner")}
          >
            {t("images.remove")}
          </Button>
        )}
      </ImageField>
    </fetcher.Form>
  );
}
