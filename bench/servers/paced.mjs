// Open-loop: `node paced.mjs '{"url","paths","perSecond","seconds"}'`.
import { Agent, get } from "node:http";

const { url, paths, perSecond, seconds } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const started = performance.now();
const total = perSecond * seconds;
const times = [];
let failed = 0;

const ask = (index) =>
  new Promise((resolve) => {
    // Measured from the scheduled time, to avoid coordinated omission.
    const due = started + ((index + 1) * 1000) / perSecond;
    get(url + paths[index % paths.length], { agent }, (response) => {
      response.on("end", () => {
        if (response.statusCode === 200) times.push(performance.now() - due);
        else failed += 1;
        resolve();
      });
      response.resume();
    }).on("error", () => {
      failed += 1;
      resolve();
    });
  });

const pending = [];
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - started) * perSecond) / 1000));
    while (pending.length < due) pending.push(ask(pending.length));
    if (pending.length >= total) {
      clearInterval(timer);
      resolve();
    }
  }, 1);
});
await Promise.all(pending);
times.sort((one, other) => one - other);
const at = (percent) =>
  times[Math.min(times.length - 1, Math.ceil((percent / 100) * times.length) - 1)] ?? 0;
process.stdout.write(
  JSON.stringify({ responses: times.length, failed, p50: at(50), p99: at(99), longest: at(100) }),
);
agent.destroy();
