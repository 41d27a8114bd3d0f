import type { ThemeSong } from "~/features/credits/credit";
import { useI18n } from "~/i18n/i18n-context";
import { lazyPart } from "~/ui/lazy-part";
import { Section } from "~/ui/section";
import { UnfoldBox } from "~/ui/unfold-box";
import { CAST_ON_PHONE, CastList, type CastRow } from "./cast-list";
import { withParameters } from "./credit-path";
import { SongLists } from "./song-lists";
import { StaffRoles, type StaffRole } from "./staff-roles";

const LanguageChoice = lazyPart(async () => (await import("./language-choice")).LanguageChoice);

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
  const { path, cast, castTotal, languages, language, staff, songs } = credits;
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
            {languages.length < 2 ? null : (
              <LanguageChoice
                languages={languages}
                language={language}
                to={(each) => withParameters(titlePath, { voices: each })}
              />
            )}
            <CastList rows={cast} />
            {cast.length <= CAST_ON_PHONE ? null : (
              <UnfoldBox
                label={t("title.showAll", { count: String(cast.length) })}
                of={t("credits.characters")}
              />
            )}
          </div>
        </Section>
      )}
      {staff.length + songs.length === 0 ? null : <StaffAndSongs {...credits} />}
    </>
  );
}

/** Staff and theme songs, which a phone shows once their names are pressed. */
function StaffAndSongs({ path, staff, staffTotal, songs }: TitleCreditsData) {
  const { t, formatNumber } = useI18n();
  const names = [
    staff.length === 0 ? null : t("credits.staff"),
    songs.length === 0 ? null : t("credits.music"),
  ];
  return (
    <div className="fold max-md:mt-4">
      <UnfoldBox label={names.filter((name) => name !== null).join(", ")} />
      {staff.length === 0 ? null : (
        <Section
          className="folded max-md:mt-4"
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
        <Section title={t("credits.music")} className="folded max-md:mt-8">
          <SongLists songs={songs} />
        </Section>
      )}
    </div>
  );
}
