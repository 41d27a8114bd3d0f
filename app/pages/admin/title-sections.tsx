import { titleToEditPath } from "./title-path";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { TextAreaField, TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { Section } from "~/ui/section";
import { CoverFields } from "./cover-fields";
import { Confirmation, TitleForm } from "./title-forms";

interface TitleSectionProps {
  id: number;
  failure: FormFailure | undefined;
}

/** The cover and the episodes of a title that no catalog brought. */
export function HandMadeParts({
  id,
  byHand,
  failure,
}: TitleSectionProps & { byHand: { episodes: readonly string[] } }) {
  const { t } = useI18n();
  return (
    <>
      <Section title={t("admin.title.cover")}>
        <TitleForm id={id} name={t("admin.title.cover")} encType="multipart/form-data">
          <CoverFields failure={failure} />
          <Button type="submit" name="intent" value="cover">
            {t("step.save")}
          </Button>
        </TitleForm>
      </Section>
      <Section title={t("admin.title.episodeList")}>
        <TitleForm id={id} name={t("admin.title.episodeList")}>
          <TextAreaField
            label={t("admin.title.episodeTitles")}
            hint={t("admin.title.episodeTitles.hint", { id: String(id) })}
            name="episodes"
            rows={8}
            defaultValue={byHand.episodes.join("\n")}
            failure={failure}
          />
          <Button type="submit" name="intent" value="episodes">
            {t("step.save")}
          </Button>
        </TitleForm>
      </Section>
    </>
  );
}

/** Puts the title's entries and files on another title. */
export function TitleMerger({
  id,
  isConfirmed,
  failure,
}: TitleSectionProps & { isConfirmed: boolean }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.title.merge")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("admin.title.merge.description")}</p>
      {isConfirmed ? (
        <TitleForm id={id} name={t("admin.title.merge")}>
          <TextField
            label={t("admin.title.merge.into")}
            name="into"
            inputMode="numeric"
            failure={failure}
          />
          <Confirmation
            name="confirmMerge"
            label={t("admin.title.merge.confirm")}
            failure={failure}
          />
          <Button type="submit" name="intent" value="merge">
            {t("admin.title.merge")}
          </Button>
        </TitleForm>
      ) : (
        <ConfirmFirst returnTo={titleToEditPath(id)} />
      )}
    </Section>
  );
}

/** Deletes a title that no catalog would bring again. */
export function TitleDeletion({
  id,
  users,
  isConfirmed,
  failure,
}: TitleSectionProps & { users: number; isConfirmed: boolean }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.title.delete")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        {t("admin.title.delete.description", { count: users })}
      </p>
      {isConfirmed ? (
        <TitleForm id={id} name={t("admin.title.delete")}>
          <Confirmation name="confirm" label={t("admin.title.delete.confirm")} failure={failure} />
          <Button type="submit" name="intent" value="delete">
            {t("admin.title.delete")}
          </Button>
        </TitleForm>
      ) : (
        <ConfirmFirst returnTo={titleToEditPath(id)} />
      )}
    </Section>
  );
}
