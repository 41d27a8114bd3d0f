import { Form, href } from "react-router";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SelectField, TextField } from "~/ui/forms/form-field";

const KINDS = ["sub", "dub", "raw"] as const;

interface SourceFormProps {
  /** What the form is filled in with. */
  episode: { anime: number; number: number; title: DisplayTitle } | null;
  failure: FormFailure | undefined;
}

export function SourceForm({ episode, failure }: SourceFormProps) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={href("/admin/sources")}
      noValidate
      aria-label={t("admin.sources.add")}
      className="max-w-xl space-y-5"
    >
      {episode === null ? null : (
        <p className="text-sm text-ink-soft">
          <Trans
            message="admin.sources.forEpisode"
            values={{ title: episode.title.text, number: episode.number }}
            parts={{ title: <span lang={episode.title.lang} className="font-semibold text-ink" /> }}
          />
        </p>
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t("formField.anime")}
          hint={t("admin.sources.anime.hint")}
          name="anime"
          defaultValue={episode?.anime}
          inputMode="numeric"
          required
          failure={failure}
        />
        <TextField
          label={t("formField.episode")}
          name="episode"
          defaultValue={episode?.number}
          inputMode="numeric"
          required
          failure={failure}
        />
      </div>
      <TextField
        label={t("formField.url")}
        hint={t("admin.sources.url.hint")}
        name="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        failure={failure}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={t("formField.kind")}
          name="kind"
          failure={failure}
          options={KINDS.map((kind) => [kind, t(`admin.sources.kind.${kind}`)] as const)}
        />
        <TextField
          label={t("formField.language")}
          hint={t("admin.sources.language.hint")}
          name="language"
          autoCapitalize="none"
          spellCheck={false}
          failure={failure}
        />
        <TextField
          label={t("formField.label")}
          hint={t("admin.sources.label.hint")}
          name="label"
          maxLength={40}
          failure={failure}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t("formField.order")}
          hint={t("admin.sources.order.hint")}
          name="order"
          inputMode="numeric"
          failure={failure}
        />
        <TextField
          label={t("formField.intro")}
          hint={t("admin.sources.range.hint")}
          name="intro"
          failure={failure}
        />
        <TextField
          label={t("formField.outro")}
          hint={t("admin.sources.range.hint")}
          name="outro"
          failure={failure}
        />
      </div>
      <label className="flex min-h-11 items-center gap-2.5 text-sm">
        <input type="checkbox" name="unchecked" value="yes" className="size-4" />
        {t("admin.sources.unchecked")}
      </label>
      <Button type="submit" weight="primary" name="intent" value="add">
        {t("admin.sources.add")}
      </Button>
    </Form>
  );
}
