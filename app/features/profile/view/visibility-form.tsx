import { Form, Link } from "react-router";
import { Rich, useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/forms/choices";
import { wordsAbove, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";

/** Who may see the profile: nobody else, unless the person says so. */
export function VisibilityForm({
  isPublic,
  path,
  failure,
}: {
  isPublic: boolean;
  path: string;
  failure?: FormFailure | undefined;
}) {
  const { t } = useWords();
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      aria-label={t("settings.visibility")}
      className="space-y-6"
    >
      <FormMessage>{wordsAbove(failure)}</FormMessage>
      <Switch
        name="publicProfile"
        label={t("settings.publicProfile")}
        words={t("settings.publicProfile.words")}
        on={isPublic}
      />
      {isPublic ? (
        <p className="text-sm text-ink-soft">
          <Rich
            message="settings.publicProfile.at"
            parts={{
              link: (
                <Link
                  to={path}
                  className="font-medium text-accent-text underline underline-offset-4"
                />
              ),
            }}
          />
        </p>
      ) : null}
      <Button type="submit" name="intent" value="visibility">
        {t("settings.visibility.save")}
      </Button>
    </Form>
  );
}
