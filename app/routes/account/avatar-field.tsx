import { Avatar } from "~/features/accounts/view/avatar";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { ImageField } from "~/features/uploads/view/image-field";
import { useI18n } from "~/i18n/i18n-context";
import { CheckLine } from "~/ui/forms/field";
import type { FormFailure } from "~/ui/forms/form-failure";

interface AvatarFieldProps {
  label?: string;
  profile: Pick<ProfileRecord, "name" | "avatar_url">;
  failure?: FormFailure | undefined;
}

export function AvatarField({ label, profile, failure }: AvatarFieldProps) {
  const { t } = useI18n();
  return (
    <ImageField
      label={label ?? t("images.own")}
      name="avatar"
      url={profile.avatar_url}
      failure={failure}
      shown={(url) => <Avatar name={profile.name} url={url} size={96} />}
    >
      {profile.avatar_url === null ? null : (
        <CheckLine name="avatar_remove" value="yes" label={t("images.removeAvatar")} />
      )}
    </ImageField>
  );
}
