// A character's memory, kept by a soulkeep server. Add this component to whoever is to remember.
//
//     StartCoroutine(soulkeep.Reply("Do you remember me?", reply => label.text = reply.text));
//
// Needs Unity 2021.2 or newer, and no package.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using UnityEngine;
using UnityEngine.Networking;

namespace SoulkeepMemory
{
    [Serializable] public class Memory { public string id; public string text; public string speaker; public string time; public string kind; }
    [Serializable] public class Hit { public Memory memory; public float score; }
    [Serializable] public class Reference { public string label; public Memory memory; }
    [Serializable] public class Observed { public string id; }
    [Serializable] public class Recall { public Hit[] hits; }
    [Serializable] public class Reply { public string text; public Reference[] references; public string responder; }
    [Serializable] public class Bond { public float closeness; public float trust; }
    [Serializable] public class Profile { public string id; public string name; }
    [Serializable] public class Problem { public string detail; public string hint; public bool retryable; }

    public class Soulkeep : MonoBehaviour
    {
        [Tooltip("Where the server is: soulkeep serve")] public string url = "http://127.0.0.1:8642";
        [Tooltip("A key of the server, if it has keys")] public string key = "";
        [Tooltip("Who remembers: the same id everywhere is the same character")] public string character = "brida";
        [Tooltip("Whom the character faces: an id of the player")] public string person = "player";
        [Tooltip("The conversation that is going on: a scene, a day, a save")] public string session = "";
        [Tooltip("The game's own time, as 1386-05-01T18:00:00Z; empty for this computer's")] public string gameTime = "";
        [Tooltip("Seconds after which a request is given up")] public int seconds = 60;

        /// <summary>What went wrong, and what to do about it.</summary>
        public event Action<Problem> Failed;

        /// <summary>Make the character, or change who it is. Call it once, before the others.</summary>
        public IEnumerator Define(string displayName, string description, Action<Profile> then = null)
        {
            return Send("PUT", "", new Fields { { "name", displayName }, { "description", description } }, then);
        }

        /// <summary>Remember what was said or happened. Importance: 1 (small talk) to 10 (life-changing); 0 leaves it to
        /// the server. An id of yours makes sure that nothing is stored twice.</summary>
        public IEnumerator Observe(
            string text, Action<Observed> then = null, string speaker = "", float importance = 0, string id = "")
        {
            return Send("POST", "/observe", new Fields {
                { "text", text }, { "person", person }, { "speaker", speaker }, { "importance", importance }, { "id", id },
                { "session", session }, { "time", gameTime } }, then);
        }

        /// <summary>Find what bears on a question, the best first.</summary>
        public IEnumerator Recall(string question, Action<Recall> then, int k = 5)
        {
            return Send("POST", "/recall", new Fields {
                { "question", question }, { "person", person }, { "k", k }, { "time", gameTime } }, then);
        }

        /// <summary>Let the character answer. Both turns are remembered. Others who listen are in heardBy.</summary>
        public IEnumerator Reply(string text, Action<Reply> then, string[] heardBy = null, string id = "")
        {
            return Send("POST", "/reply", new Fields {
                { "text", text }, { "person", person }, { "id", id }, { "session", session }, { "time", gameTime },
                { "heard_by", heardBy } }, then);
        }

        /// <summary>Ask what is between the two: closeness and trust, each -1 to 1.</summary>
        public IEnumerator AskBond(Action<Bond> then)
        {
            return Send("GET", "/bond?person=" + Uri.EscapeDataString(person), null, then);
        }

        /// <summary>Set the trust between the two, where the game knows better.</summary>
        public IEnumerator SetTrust(float trust)
        {
            return Send<Profile>("PUT", "/feelings", new Fields { { "person", person }, { "trust", trust } }, null);
        }

        IEnumerator Send<T>(string method, string path, Fields body, Action<T> then) where T : class
        {
            var where = url + "/v1/characters/" + Uri.EscapeDataString(character) + path;
            using (var request = new UnityWebRequest(where, method))
            {
                request.downloadHandler = new DownloadHandlerBuffer();
                if (body != null) request.uploadHandler = new UploadHandlerRaw(Encoding.UTF8.GetBytes(body.ToString()));
                request.SetRequestHeader("Content-Type", "application/json");
                if (key != "") request.SetRequestHeader("Authorization", "Bearer " + key);
                request.timeout = seconds;
                yield return request.SendWebRequest();
                var told = request.downloadHandler.text;
                if (request.result == UnityWebRequest.Result.Success)
                {
                    if (then != null) then(JsonUtility.FromJson<T>(told));
                }
                else if (Failed != null)
                {
                    var answered = request.result == UnityWebRequest.Result.ProtocolError && told.StartsWith("{");
                    Failed(answered ? JsonUtility.FromJson<Problem>(told) : new Problem {
                        detail = request.error, hint = "Is the server running? soulkeep serve", retryable = true });
                }
            }
        }

        /// <summary>A body in JSON. What is empty is left out: JsonUtility would send it as "".</summary>
        class Fields : IEnumerable
        {
            readonly List<string> parts = new List<string>();

            public void Add(string name, string value)
            {
                if (!string.IsNullOrEmpty(value)) parts.Add(Quoted(name) + ":" + Quoted(value));
            }

            public void Add(string name, float value)
            {
                if (value != 0 || name == "trust") parts.Add(Quoted(name) + ":" + value.ToString(CultureInfo.InvariantCulture));
            }

            public void Add(string name, string[] values)
            {
                if (values != null && values.Length > 0)
                    parts.Add(Quoted(name) + ":[" + string.Join(",", Array.ConvertAll(values, Quoted)) + "]");
            }

            public IEnumerator GetEnumerator() { return parts.GetEnumerator(); }

            public override string ToString() { return "{" + string.Join(",", parts.ToArray()) + "}"; }

            static string Quoted(string text)
            {
                var quoted = new StringBuilder("\"");
                foreach (var letter in text)
                {
                    if (letter == '"' || letter == '\\') quoted.Append('\\').Append(letter);
                    else if (letter < ' ') quoted.Append("\\u").Append(((int)letter).ToString("x4"));
                    else quoted.Append(letter);
                }
                return quoted.Append('"').ToString();
            }
        }
    }
}
