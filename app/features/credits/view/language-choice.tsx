import { useI18n } from "~/i18n/i18n-context";
import { ChoiceLinks } from "./choice-links";

/** Chooses the language of the voice actors. */
export function LanguageChoice({
  languages,
  language,
  to,
}: {
  languages: readonly string[];
  language: string | null;
  to: (language: string) => string;
}) {
  const { t, label } = useI18n();
  return (
    <ChoiceLinks
      label={t("credits.voices")}
      choices={languages.map((each) => ({
        key: each,
        to: to(each),
        text: label("spokenLanguage", each),
        isCurrent: each === language,
      }))}
    />
  );
}
