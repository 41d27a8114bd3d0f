import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { FavoriteButton } from "~/ui/favorite-button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { signInPath } from "~/ui/sign-in-path";

/** The longest label wraps, since a small phone has too little room for it beside a portrait. */
const LABEL_WRAPS = "py-2 whitespace-normal!";

interface FavoriteFormProps {
  /** Whether it is a favourite of the user; null for visitors. */
  isFavorite: boolean | null;
  path: string;
  failure: FormFailure | undefined;
}

/** Adds the page's character, person or studio to the favorites. */
export function FavoriteForm({ isFavorite, path, failure }: FavoriteFormProps) {
  const { t } = useI18n();
  if (isFavorite === null)
    return (
      <ButtonLink to={signInPath(path)} className={LABEL_WRAPS}>
        {t("favorite.signIn")}
      </ButtonLink>
    );
  return (
    <>
      <Form method="post" preventScrollReset replace>
        <FavoriteButton isFavorite={isFavorite} className={LABEL_WRAPS} />
      </Form>
      <Toast message={failure?.message ?? null} />
    </>
  );
}
