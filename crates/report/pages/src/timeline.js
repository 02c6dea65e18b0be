// The part of the run that the timeline shows: zoom, pan, steps, and what lies under the pointer.
(function () {
  var source = document.getElementById("spans");
  var chart = document.querySelector("#timeline .chart");
  if (!source || !chart) { return; }
  var data = JSON.parse(source.textContent);
  var box = chart.parentElement;
  var whole = chart.querySelector(".whole");
  var part = chart.querySelector(".part");
  var marks = chart.querySelectorAll("g.own path");
  var times = chart.querySelectorAll(".times text");
  var under = document.getElementById("under");
  var position = document.getElementById("position");
  var HEIGHT = data.row - 6;
  // The shortest time that is shown, and the width below which nothing can be seen.
  var SHORTEST = Math.min(data.whole, Math.max(1000, 20 * data.column));
  var NARROW = 0.6;
  var SVG = "http://www.w3.org/2000/svg";

  var lanes = data.lanes.map(function (lane) {
    var count = lane.blocks.length / 5;
    var own = {
      title: lane.title, isSteps: lane.is_steps, from: new Float64Array(count), to: new Float64Array(count),
      busy: new Float32Array(count), events: [], words: [], path: document.createElementNS(SVG, "path")
    };
    var end = 0;
    for (var i = 0; i < count; i += 1) {
      own.from[i] = end + lane.blocks[5 * i];
      end = own.to[i] = own.from[i] + lane.blocks[5 * i + 1];
      own.busy[i] = lane.blocks[5 * i + 2] / 100;
      own.events.push(lane.blocks[5 * i + 3]);
      own.words.push(lane.blocks[5 * i + 4]);
    }
    own.path.setAttribute("class", lane["class"]);
    part.appendChild(own.path);
    return own;
  });
  var steps = lanes.filter(function (lane) { return lane.isSteps; })[0];
  var chosen = document.createElementNS(SVG, "rect");
  chosen.setAttribute("class", "chosen");
  chart.appendChild(chosen);
  var from = 0;
  var to = data.whole;
  // The step that is shown, if it was asked for.
  var shown = null;
  var ofWhole = Array.prototype.map.call(times, function (text) { return text.textContent; });

  // The first block that ends after a time.
  function first(lane, time) {
    var low = 0;
    var high = lane.to.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (lane.to[middle] > time) { high = middle; } else { low = middle + 1; }
    }
    return low;
  }

  function outline(lane, row) {
    var scale = data.width / (to - from);
    var base = data.top + data.row * row + 3 + HEIGHT;
    var pieces = [];
    var left = 0;
    var right = -1;
    var area = 0;
    function put() {
      if (right < left) { return; }
      var width = Math.max(right - left, NARROW);
      var height = Math.min(HEIGHT, Math.max(0.5, HEIGHT * area / width));
      pieces.push("M" + left.toFixed(2) + " " + (base - height).toFixed(1) + "h" + width.toFixed(2) +
        "v" + height.toFixed(1) + "h-" + width.toFixed(2) + "z");
    }
    for (var i = first(lane, from); i < lane.to.length && lane.from[i] < to; i += 1) {
      var x = data.left + Math.max(lane.from[i] - from, 0) * scale;
      var end = data.left + Math.min(lane.to[i] - from, to - from) * scale;
      if (right >= left && x - right < 1 && end - x < 1) {
        area += (end - x) * lane.busy[i];
        right = Math.max(right, end);
      } else {
        put();
        left = x;
        right = end;
        area = (end - x) * lane.busy[i];
      }
    }
    put();
    return pieces.join("");
  }

  function time(ns) {
    var units = [[1e9, " s"], [1e6, " ms"], [1e3, " us"], [1, " ns"]];
    var unit = units.filter(function (one) { return Math.abs(ns) >= one[0]; })[0] || units[3];
    // As many digits as tell places in the picture apart.
    var digits = 3 + Math.round(Math.log10(data.whole / (to - from)));
    return (ns / unit[0]).toPrecision(Math.min(digits, 12)).replace(/\.?0+$/, "") + unit[1];
  }

  function draw() {
    var isWhole = from <= 0 && to >= data.whole;
    whole.style.display = isWhole ? "" : "none";
    lanes.forEach(function (lane, row) {
      lane.path.setAttribute("d", isWhole ? "" : outline(lane, row));
    });
    var zoom = data.whole / (to - from);
    var shift = data.left - zoom * (data.left + from / data.whole * data.width);
    marks.forEach(function (mark) {
      if (isWhole) { mark.removeAttribute("transform"); } else {
        mark.setAttribute("transform", "translate(" + shift + " 0) scale(" + zoom + " 1)");
      }
    });
    times.forEach(function (text, place) {
      text.textContent = isWhole ? ofWhole[place] : time(from + (to - from) * place / (times.length - 1));
    });
    var room = data.whole - (to - from);
    position.value = room > 0 ? 1000 * from / room : 0;
    position.disabled = isWhole;
  }

  function show(start, end) {
    var length = Math.min(data.whole, Math.max(SHORTEST, end - start));
    var middle = (start + end) / 2;
    from = Math.min(Math.max(0, middle - length / 2), data.whole - length);
    to = from + length;
    shown = null;
    draw();
  }

  function zoom(factor, at) {
    var about = at === undefined ? (from + to) / 2 : at;
    show(about - (about - from) * factor, about + (to - about) * factor);
  }

  function pan(share) {
    var by = share * (to - from);
    show(from + by, to + by);
  }

  function step(by) {
    if (!steps || steps.to.length === 0) { return; }
    var last = steps.to.length - 1;
    var middle = (from + to) / 2;
    var near = first(steps, middle);
    var isWhole = from <= 0 && to >= data.whole;
    // From the whole run, the first step comes first, or the last.
    var at = shown !== null ? shown + by : isWhole ? (by > 0 ? 0 : last)
      : near <= last && steps.from[near] <= middle ? near + by : by > 0 ? near : near - 1;
    at = Math.min(Math.max(at, 0), last);
    var margin = 0.05 * (steps.to[at] - steps.from[at]);
    show(steps.from[at] - margin, steps.to[at] + margin);
    shown = at;
    under.textContent = words(steps, at);
  }

  function words(lane, at) {
    var events = lane.events[at];
    var what = data.words[lane.words[at]];
    return lane.title + ": " + (events > 1 ? events + " events; the first: " : "") + what +
      ", " + time(lane.to[at] - lane.from[at]) + ", at " + time(lane.from[at]) +
      (events > 1 ? ", " + Math.round(100 * lane.busy[at]) + " % busy" : "");
  }

  // Where a pointer is: a place in the picture, and a time of the run.
  function place(event) {
    var frame = chart.getBoundingClientRect();
    var view = chart.viewBox.baseVal;
    var x = (event.clientX - frame.left) * view.width / frame.width;
    var y = (event.clientY - frame.top) * view.height / frame.height;
    var inside = Math.min(Math.max((x - data.left) / data.width, 0), 1);
    return { x: x, row: Math.floor((y - data.top) / data.row), time: from + inside * (to - from) };
  }

  function look(event) {
    var at = place(event);
    var lane = lanes[at.row];
    if (!lane || at.x < data.left) { return; }
    // What is two pixels away is meant, too.
    var near = 2 * (to - from) / data.width;
    var found = first(lane, at.time - near);
    if (found < lane.to.length && lane.from[found] <= at.time + near) {
      under.textContent = words(lane, found);
    }
  }

  var begun = null;
  function choose(event) {
    var at = place(event);
    var x = [begun, at.time].map(function (t) { return data.left + (t - from) / (to - from) * data.width; });
    chosen.setAttribute("x", Math.min(x[0], x[1]));
    chosen.setAttribute("y", data.top);
    chosen.setAttribute("width", Math.abs(x[1] - x[0]));
    chosen.setAttribute("height", data.row * lanes.length);
    return [Math.min(begun, at.time), Math.max(begun, at.time), Math.abs(x[1] - x[0])];
  }
  chart.addEventListener("pointerdown", function (event) {
    if (event.button !== 0 || event.pointerType === "touch") { return; }
    var at = place(event);
    if (at.x < data.left) { return; }
    begun = at.time;
    chart.setPointerCapture(event.pointerId);
  });
  chart.addEventListener("pointermove", function (event) {
    if (begun === null) { look(event); } else { choose(event); }
  });
  function release(event, isMeant) {
    if (begun === null) { return; }
    var range = choose(event);
    begun = null;
    chosen.setAttribute("width", 0);
    // A click is no range.
    if (isMeant && range[2] >= 4) { show(range[0], range[1]); }
  }
  chart.addEventListener("pointerup", function (event) { release(event, true); });
  chart.addEventListener("pointercancel", function (event) { release(event, false); });
  chart.addEventListener("dblclick", function () { show(0, data.whole); });
  chart.addEventListener("wheel", function (event) {
    if (!event.ctrlKey && !event.metaKey) { return; }
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, place(event).time);
  }, { passive: false });

  var actions = {
    "zoom-in": function () { zoom(0.5); }, "zoom-out": function () { zoom(2); },
    "earlier": function () { pan(-0.5); }, "later": function () { pan(0.5); },
    "zoom-whole": function () { show(0, data.whole); },
    "step-before": function () { step(-1); }, "step-after": function () { step(1); }
  };
  Object.keys(actions).forEach(function (id) {
    var button = document.getElementById(id);
    if (button) { button.addEventListener("click", actions[id]); }
  });
  position.addEventListener("input", function () {
    var length = to - from;
    var start = (data.whole - length) * position.value / 1000;
    show(start, start + length);
  });
  var keys = { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "0": "zoom-whole", "n": "step-after", "p": "step-before" };
  box.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    var isPart = to - from < data.whole;
    var id = keys[event.key] || (isPart && { ArrowLeft: "earlier", ArrowRight: "later" }[event.key]);
    if (!id) { return; }
    event.preventDefault();
    actions[id]();
  });
  position.disabled = true;
})();
