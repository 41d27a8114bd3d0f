import { Avatar } from "~/features/accounts/view/avatar";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { PictureField } from "~/features/uploads/view/picture-field";
import { useWords } from "~/language/words-context";
import { CheckLine } from "~/ui/forms/field";
import type { FormFailure } from "~/ui/forms/form-failure";

interface AvatarFieldProps {
  profile: Pick<ProfileRecord, "name" | "avatar_url">;
  failure?: FormFailure | undefined;
}

/** A person's picture as one field of a larger form. */
export function AvatarField({ profile, failure }: AvatarFieldProps) {
  const { t } = useWords();
  return (
    <PictureField
      label={t("pictures.own")}
      name="avatar"
      address={profile.avatar_url}
      failure={failure}
      shown={(address) => <Avatar name={profile.name} address={address} size={96} />}
    >
      {profile.avatar_url === null ? null : (
        <CheckLine name="avatar_remove" value="yes" label={t("pictures.removeAvatar")} />
      )}
    </PictureField>
  );
}
