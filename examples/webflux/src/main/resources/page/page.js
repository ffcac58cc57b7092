import { Chart } from "./charts.js";

const $ = id => document.getElementById(id);
const DRAW_EVERY = 100;
const HINT = $("hint").textContent;

const charts = $("charts");
const fps = new Chart(charts, { id: "fps", title: "Pictures per second", least: 30,
  series: [{ label: "live", color: "--a" }, { label: "analysed", color: "--b" }] });
const age = new Chart(charts, { id: "age", title: "Age of the newest picture", least: 50,
  series: [{ label: "at most, ms", color: "--a" }] });
const slots = new Chart(charts, { id: "slots", title: "Slots, live channel", least: 8, stacked: true,
  series: [{ label: "held", color: "--a" }, { label: "asked for", color: "--ask" }, { label: "free", color: "--free" }] });
const rawSlots = new Chart(charts, { id: "raw-slots", title: "Slots, raw channel", least: 8, stacked: true,
  series: [{ label: "held", color: "--b" }, { label: "asked for", color: "--ask" }, { label: "free", color: "--free" }] });
const demand = new Chart(charts, { id: "demand", title: "Demand, raw channel", least: 30,
  series: [{ label: "pictures asked for a second", color: "--b" }] });
const motion = new Chart(charts, { id: "motion", title: "Motion in the picture", least: 5,
  series: [{ label: "change, %", color: "--b" }] });
const missed = new Chart(charts, { id: "missed", title: "Skipped by slow viewers", least: 10,
  series: [{ label: "pictures/s, all viewers", color: "--a" }] });
const clients = new Chart(charts, { id: "clients", title: "Viewers", least: 4,
  series: [{ label: "open streams", color: "--a" }] });
const all = [fps, age, slots, rawSlots, demand, motion, missed, clients];

let skew = 0;
let last = null;
let settings = { rate: 15, paused: false };
let sending = false;
let wanted = null;
let dragging = false;

// ------------------------------------------------------------------ the picture

const video = $("video");
function play() {
  video.src = `video.mjpeg?${Date.now()}`;
}
video.addEventListener("load", () => { video.hidden = false; });
video.addEventListener("error", () => setTimeout(play, 1000));
window.addEventListener("load", play);

// ------------------------------------------------------------------ what the application tells

function seconds(millis) {
  return millis < 60_000 ? `${Math.floor(millis / 1000)} s` : `${Math.floor(millis / 60_000)} min`;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

function state(name, text, title = "", more = "") {
  if ($("state").dataset.state !== name) {
    // Read out once, not with each second that passes.
    $("said").textContent = text;
  }
  $("state").dataset.state = name;
  $("state").textContent = text;
  $("cover").hidden = title === "";
  $("cover-title").textContent = title;
  $("cover-text").textContent = more;
}

function show(stats) {
  last = stats;
  document.body.dataset.reports = Number(document.body.dataset.reports ?? 0) + 1;
  skew = Date.now() - stats.atMillis;
  const { camera, analysis } = stats;
  switch (stats.state) {
    case "LIVE":
      state("LIVE", "Live");
      break;
    case "LOST":
      state("LOST", `Camera lost · ${seconds(stats.stateMillis)}`, "Camera lost", "The picture goes on by itself when the camera is back.");
      break;
    case "WAITING":
      state("WAITING", "Waiting for the camera", "Waiting for the camera", "No picture has come yet.");
      break;
    default:
      state("AWAY", "Shutting down", "The application is shutting down");
  }
  facts(stats);
  const at = stats.atMillis;
  const live = stats.video;
  fps.add(at, [live.fps, analysis.fps], `${live.fps.toFixed(0)} and ${analysis.fps.toFixed(0)} /s`);
  age.add(at, [live.ageMillis], live.ageMillis === null ? "–" : time(live.ageMillis).join(" "));
  pool(slots, at, camera?.jpeg);
  pool(rawSlots, at, camera?.raw);
  const asked = camera ? analysis.asked : null;
  demand.add(at, [asked], asked === null ? "–" : `${asked.toFixed(0)} /s`);
  missed.add(at, [live.missed], `${live.missed.toFixed(0)} /s`);
  clients.add(at, [live.clients], `${live.clients}`);
  const moved = camera ? analysis.motion : null;
  motion.add(at, [moved], moved === null ? "–" : `${moved.toFixed(1)} %`);
  controls(analysis);
}

function pool(chart, at, sink) {
  if (!sink || sink.slots === 0) {
    chart.add(at, [null, null, null], "–");
    return;
  }
  const held = Math.max(0, sink.slots - sink.free - sink.reserved);
  chart.add(at, [held, sink.reserved, sink.free], `${held} of ${sink.slots} held`);
}

function time(millis) {
  return millis < 10_000 ? [millis.toFixed(0), "ms"] : [(millis / 1000).toFixed(0), "s"];
}

function facts({ video: live, camera }) {
  $("fps").textContent = live.fps.toFixed(0);
  const [value, unit] = live.ageMillis === null ? ["–", "ms"] : time(live.ageMillis);
  $("age").textContent = value;
  $("age-unit").textContent = unit;
  $("clients").textContent = live.clients;
  $("clients-unit").textContent = live.clients === 1 ? "open stream" : "open streams";
  $("pid").textContent = camera ? camera.pid : "–";
  $("raw-count").textContent = camera ? number.format(camera.raw.published) : "–";
}

// ------------------------------------------------------------------ what a person tells

function controls(analysis) {
  $("pause").disabled = false;
  $("rate").disabled = false;
  if (!sending) {
    settings = { rate: analysis.rate, paused: analysis.paused };
    if (!dragging) {
      $("rate").value = analysis.rate;
    }
    label();
  }
}

function label() {
  const { rate, paused } = settings;
  $("rate-value").textContent = paused ? `${rate}/s, paused` : `${rate} pictures/s`;
  $("pause").textContent = paused ? "Resume" : "Pause";
  $("pause").setAttribute("aria-pressed", paused);
}

/** One request at a time, and then the newest of what was wanted meanwhile: requests overtake each other. */
async function change(more) {
  settings = { ...settings, ...more };
  wanted = settings;
  label();
  if (sending) {
    return;
  }
  sending = true;
  try {
    while (wanted !== null) {
      const { rate, paused } = wanted;
      wanted = null;
      const answer = await fetch(`analysis?${new URLSearchParams({ rate, paused })}`, { method: "POST" });
      if (!answer.ok) {
        throw new Error(`it answered ${answer.status}`);
      }
    }
    $("hint").textContent = HINT;
  } catch (error) {
    wanted = null;
    $("hint").textContent = `The application was not changed: ${error.message}. Try again.`;
  } finally {
    sending = false;
  }
}

$("pause").addEventListener("click", () => change({ paused: !settings.paused }));
$("rate").addEventListener("input", () => change({ rate: Number($("rate").value) }));
$("rate").addEventListener("pointerdown", () => { dragging = true; });
for (const end of ["pointerup", "pointercancel", "blur"]) {
  $("rate").addEventListener(end, () => { dragging = false; });
}

// ------------------------------------------------------------------ streams

let away = false;
const stats = new EventSource("stats");
stats.addEventListener("message", event => show(JSON.parse(event.data)));
stats.addEventListener("error", () => {
  away = true;
  state("AWAY", "No connection", "The application does not answer", "This page connects again by itself.");
});
stats.addEventListener("open", () => {
  if (away) {
    away = false;
    // A picture whose response was completed stands still, and tells nobody.
    play();
  }
});

let drawn = 0;
function draw(time) {
  // A chart moves by some pixels a second.
  if (time - drawn >= DRAW_EVERY) {
    drawn = time;
    const now = last ? Date.now() - skew : Date.now();
    all.forEach(chart => chart.draw(now));
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
