import type { ThemeSong } from "~/features/credits/credit";
import { useI18n } from "~/i18n/i18n-context";
import { Section } from "~/ui/section";
import { UnfoldBox } from "~/ui/unfold-box";
import { CastList, type CastRow } from "./cast-list";
import { ChoiceLinks } from "./choice-links";
import { withParameters } from "./credit-path";
import { SongLists } from "./song-lists";
import { StaffRoles, type StaffRole } from "./staff-roles";

export interface TitleCreditsData {
  path: string;
  cast: readonly CastRow[];
  castTotal: number;
  languages: readonly string[];
  language: string | null;
  staff: readonly StaffRole[];
  staffTotal: number;
  songs: readonly ThemeSong[];
}

/** Cast, staff and theme songs on a title's page; `titlePath` is its path. */
export function TitleCredits({
  titlePath,
  credits,
}: {
  titlePath: string;
  credits: TitleCreditsData;
}) {
  const { t, formatNumber } = useI18n();
  const { path, cast, castTotal, languages, language, staff, staffTotal, songs } = credits;
  return (
    <>
      {cast.length === 0 ? null : (
        <Section
          anchor="cast"
          className="max-md:mt-8 max-md:scroll-mt-12"
          title={t("credits.characters")}
          more={{ to: path, label: t("credits.all", { count: formatNumber(castTotal) }) }}
        >
          <div className="fold space-y-4">
            <LanguageChoice
              languages={languages}
              language={language}
              to={(each) => withParameters(titlePath, { voices: each })}
            />
            <CastList rows={cast} />
            <UnfoldBox label={t("credits.moreCharacters")} />
          </div>
        </Section>
      )}
      {staff.length === 0 ? null : (
        <Section
          className="max-md:mt-8"
          title={t("credits.staff")}
          more={{
            to: withParameters(path, { show: "staff" }),
            label: t("credits.all", { count: formatNumber(staffTotal) }),
          }}
        >
          <StaffRoles roles={staff} />
        </Section>
      )}
      {songs.length === 0 ? null : (
        <Section title={t("credits.music")} className="max-md:mt-8">
          <SongLists songs={songs} />
        </Section>
      )}
    </>
  );
}

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
