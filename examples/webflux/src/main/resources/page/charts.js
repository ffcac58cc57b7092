const SECONDS = 60;
const LEFT = 34;
const BOTTOM = 16;
const TOP = 6;

/** A chart of the last minute: lines, or areas that are stacked on each other. */
export class Chart {
  constructor(parent, { id, title, unit, series, stacked = false, least = 1, digits = 0 }) {
    Object.assign(this, { unit, series, stacked, least, digits, points: [] });
    const card = document.createElement("section");
    card.className = "card chart";
    card.innerHTML = `<div class="top"><h2></h2><span class="now">–</span></div><div class="keys"></div><canvas></canvas>`;
    card.querySelector("h2").textContent = title;
    card.querySelector("h2").title = title;
    this.now = card.querySelector(".now");
    this.now.id = `${id}-now`;
    this.canvas = card.querySelector("canvas");
    this.canvas.id = `${id}-chart`;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", title);
    const keys = card.querySelector(".keys");
    for (const one of series) {
      const key = document.createElement("span");
      key.innerHTML = `<i style="background:var(${one.color})"></i>`;
      key.append(one.label);
      keys.append(key);
    }
    parent.append(card);
  }

  /** Adds a value for each series, or null where there is none. */
  add(at, values, text) {
    this.points.push({ at, values });
    while (this.points.length > 0 && at - this.points[0].at > (SECONDS + 2) * 1000) {
      this.points.shift();
    }
    this.now.textContent = text;
    this.canvas.dataset.newest = values.join(" ");
  }

  draw(now) {
    const { canvas } = this;
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    const g = canvas.getContext("2d");
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, width, height);
    const top = this.top();
    const x = at => width - (now - at) / 1000 / SECONDS * (width - LEFT);
    const y = value => height - BOTTOM - value / top * (height - BOTTOM - TOP);
    this.grid(g, width, height, top, y, color);
    g.save();
    g.beginPath();
    g.rect(LEFT, 0, width - LEFT, height - BOTTOM + 1);
    g.clip();
    if (this.stacked) {
      this.areas(g, x, y, color);
    } else {
      this.lines(g, x, y, color);
    }
    g.restore();
  }

  top() {
    let most = this.least;
    for (const { values } of this.points) {
      const sum = this.stacked ? values.reduce((a, b) => a + (b ?? 0), 0) : Math.max(0, ...values.map(v => v ?? 0));
      most = Math.max(most, sum);
    }
    return this.stacked ? most : nice(most);
  }

  grid(g, width, height, top, y, color) {
    g.strokeStyle = color("--line");
    g.fillStyle = color("--quiet");
    g.lineWidth = 1;
    g.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (const value of [0, top / 2, top]) {
      const at = Math.round(y(value)) + .5;
      g.beginPath();
      g.moveTo(LEFT, at);
      g.lineTo(width, at);
      g.stroke();
      g.fillText(short(value), LEFT - 5, Math.max(at, 7));
    }
    g.textBaseline = "bottom";
    g.textAlign = "left";
    g.fillText("60 s ago", LEFT, height);
    g.textAlign = "right";
    g.fillText("now", width, height);
  }

  lines(g, x, y, color) {
    this.series.forEach((one, i) => {
      g.strokeStyle = color(one.color);
      g.lineWidth = 1.75;
      g.lineJoin = "round";
      g.beginPath();
      let drawing = false;
      for (const { at, values } of this.points) {
        if (values[i] === null) {
          drawing = false;
        } else if (drawing) {
          g.lineTo(x(at), y(values[i]));
        } else {
          g.moveTo(x(at), y(values[i]));
          drawing = true;
        }
      }
      g.stroke();
    });
  }

  areas(g, x, y, color) {
    for (let p = 1; p < this.points.length; p++) {
      const { at, values } = this.points[p - 1];
      const next = this.points[p].at;
      let from = 0;
      values.forEach((value, i) => {
        if (value) {
          g.fillStyle = color(this.series[i].color);
          g.fillRect(x(at), y(from + value), x(next) - x(at) + .6, y(from) - y(from + value));
          from += value;
        }
      });
    }
  }
}

/** The next round number. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 3, 4, 5, 6, 8, 10].map(step => step * power).find(round => round >= value);
}

/** A number for an axis. */
export function short(value) {
  if (value >= 10_000) {
    return `${Math.round(value / 1000)}k`;
  }
  return value >= 10 || Number.isInteger(value) ? `${Math.round(value)}` : value.toFixed(1);
}
