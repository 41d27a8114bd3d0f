import { z } from "zod";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { requestControl } from "~/http/viewer/request-control.server";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { playbackSourceSchema } from "~/features/playback/delivery/playback-schema";
import { resource } from "~/http/api/resource.server";
import { requestContext, servicesContext, mediaContext } from "~/http/context";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { mayUseProxies } from "~/http/request/proxy-access.server";
import { animeIdParameter } from "~/routes/api/parameters";
import { jsonResponse } from "~/http/response/json-response.server";

const MAX_CODECS_LENGTH = 4_000;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "An episode's sources",
      description:
        "Files and streams in order of preference. URLs of files are signed for the viewer's session or, for visitors, their network, and expire within a day. `external_url` is a file itself for players without the session, such as VLC, signed for the network; `device_url` the same as a stream for televisions. `download_url` is null unless the site lets this viewer download. `problem` says why a source does not play in a client with these codecs. 403 when parental control hides the anime.",
      tags: ["Episodes"],
      query: z.object({
        mal_id: animeIdParameter,
        ep: z.int().min(0).meta({ description: "The episode number." }),
        codecs: z.string().optional().meta({
          description:
            "Codecs that the client plays: a comma-separated list of RFC 6381 strings such as avc1.640028,hvc1.2.4.L120.90,mp4a.40.2,ec-3. Other codecs are converted if possible. Defaults to what every browser plays.",
        }),
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "The sources, possibly none.",
          schema: z.object({ data: z.object({ sources: z.array(playbackSourceSchema) }) }),
        },
      },
      async handle({ request, url, context }) {
        const reader = new ParameterReader(url.searchParams);
        const animeId = reader.requiredInteger(["mal_id", "id"]);
        const number = reader.requiredInteger(["ep", "episode"]);
        const codecs = reader
          .items("codecs")
          .map((codec) => codec.trim())
          .filter((codec) => codec !== "");
        if (codecs.join(",").length > MAX_CODECS_LENGTH)
          reader.reject("codecs", {
            key: "field.maxLength",
            values: { field: "codecs", max: MAX_CODECS_LENGTH },
          });
        reader.throwIfInvalid();
        const { db } = context.get(servicesContext);
        const { filePlayer, mediaSigner } = context.get(mediaContext);
        const { parentalControl } = await requestControl(request, context, url.searchParams);
        await getEpisode(db, { animeId, number, parentalControl });
        const sources = await episodePlayback(animeId, number, {
          db,
          player: filePlayer,
          client: context.get(requestContext).clientKey,
          signer: mediaSigner,
          viewers: await getMediaViewers(request, context),
          codecs: codecs.length === 0 ? null : codecs,
          mayDownload: await mayDownload(request, context),
          mayUseProxies: await mayUseProxies(request, context),
        });
        return jsonResponse({ data: { sources } });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
