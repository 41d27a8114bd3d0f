import { AudioLines } from "lucide-react";
import { useId } from "react";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import { useI18n } from "~/i18n/i18n-context";
import { ChoicesRow } from "./menu-rows";
import { PlayerMenu } from "./player-menu";

interface AudioMenuProps {
  state: Pick<PlayerState, "audios" | "audio">;
  onAudio: (index: number) => void;
}

export function AudioMenu({ state: { audios, audio }, onAudio }: AudioMenuProps) {
  const { t } = useI18n();
  const name = useId();
  if (audios.length < 2) return null;
  return (
    <PlayerMenu label={t("player.audio")} icon={<AudioLines aria-hidden />}>
      <ChoicesRow
        label={t("player.audio")}
        name={name}
        value={audio}
        options={audios.map((choice) => [choice.index, choice.label])}
        onChange={(value) => onAudio(Number(value))}
      />
    </PlayerMenu>
  );
}
